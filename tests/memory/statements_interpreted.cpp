// SPDX-License-Identifier: MIT
// Whatever allocation fails, a statement that writes to what it reads leaves it as it was: in the interpreter.
#undef SINTER_EAGER
#define SINTER_EAGER interpret
#include "statements.hpp"

TEST_CASE("statements in place, interpreted") { check_statements(); }
TEST_CASE("elements of a shared array, interpreted") { check_elements(); }
TEST_CASE("derivatives outside jit, interpreted") { check_derivatives(); }
