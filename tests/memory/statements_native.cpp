// SPDX-License-Identifier: MIT
// Whatever allocation fails, a statement that writes to what it reads leaves it as it was.
#undef SINTER_EAGER
#define SINTER_EAGER native
#include "statements.hpp"

TEST_CASE("statements in place, native") { check_statements(); }
TEST_CASE("elements of a shared array, native") { check_elements(); }
TEST_CASE("derivatives outside jit, native") { check_derivatives(); }
