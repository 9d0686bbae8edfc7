// SPDX-License-Identifier: MIT
#include <sinter/cuda/fine.hpp>
