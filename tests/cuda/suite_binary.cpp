// SPDX-License-Identifier: MIT
// Functions of two and three operands on a GPU, for every element type.
#include "suite_values.hpp"

using sinter::core::family;

TEST_CASE("values on a GPU: functions of two and three operands") {
  SINTER_NEEDS_GPU();
  cuda_tests::check_values(12, [](const sinter::core::primitive& op) { return op.kind == family::elementwise && op.arity != 1; });
}
