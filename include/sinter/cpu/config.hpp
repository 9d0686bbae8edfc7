// SPDX-License-Identifier: MIT
// The CPU room's view of what the compiler's flags decide.
#pragma once
#include "../array/config.hpp"
