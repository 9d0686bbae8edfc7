// SPDX-License-Identifier: MIT
#include "cycle_a.hpp"
