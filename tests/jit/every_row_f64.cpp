// SPDX-License-Identifier: MIT
// Every primitive in f64, native against interpreted.
#include "jit/every_row.hpp"

static_assert(every_row::given_row_number<every_row::first_missing<double>()>::is_covered, "registry: no program here holds this row");

TEST_CASE("functions of one operand, f64") { every_row::check_unary<double>(37); }
TEST_CASE("functions of two operands, f64") { every_row::check_binary<double>(37); }
TEST_CASE("moving and folding, f64") { every_row::check_moved<double>(9); }
