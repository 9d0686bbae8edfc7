// SPDX-License-Identifier: MIT
#if __has_include(<sinter/sinter.hpp>)
#include "formula.hpp"
numbers from_a() { return compute(); }
#else
#include "numbers.hpp"
numbers from_a() { return {{1}, {1}, {1}}; }
#endif
