// SPDX-License-Identifier: MIT
#if __has_include(<sinter/sinter.hpp>)
#include "formula.hpp"
numbers from_b() { return compute(); }
#else
#include "numbers.hpp"
numbers from_b() { return {{1}, {1}, {1}}; }
#endif
