// SPDX-License-Identifier: MIT
#include "formula.hpp"

numbers from_a() { return compute(); }
