// SPDX-License-Identifier: MIT
// Functions that stand on the same line of two files.
#pragma once
#include <sinter/sinter.hpp>

#line 7 "inner_file.hpp"
constexpr sinter::f32<> on_line_7(const sinter::f32<sinter::dyn>& x) { return max(exp(x)); }
#line 7 "outer_file.hpp"
constexpr sinter::f32<> also_on_line_7(const sinter::f32<sinter::dyn>& x) { return on_line_7(x) + max(sin(x)); }
