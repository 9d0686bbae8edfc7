// SPDX-License-Identifier: MIT
#include "formula.hpp"

numbers from_b() { return compute(); }
