// SPDX-License-Identifier: MIT
#include <sinter/array/cycle_b.hpp>
