// SPDX-License-Identifier: MIT
// Every primitive in f32, native against interpreted.
#include "jit/every_row.hpp"

static_assert(every_row::given_row_number<every_row::first_missing<float>()>::is_covered, "registry: no program here holds this row");

TEST_CASE("functions of one operand, f32") { every_row::check_unary<float>(37); }
TEST_CASE("functions of two operands, f32") { every_row::check_binary<float>(37); }
TEST_CASE("moving and folding, f32") { every_row::check_moved<float>(9); }
TEST_CASE("functions of integers") { every_row::check_whole(); }
