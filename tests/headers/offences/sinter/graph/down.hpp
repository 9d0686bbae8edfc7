// SPDX-License-Identifier: MIT
#include "sinter/plan/fine.hpp"
