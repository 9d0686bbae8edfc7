// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
