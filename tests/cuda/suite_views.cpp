// SPDX-License-Identifier: MIT
// Views, indexing, sources and markers on a GPU, for every element type.
#include "suite_values.hpp"

using sinter::core::family;

TEST_CASE("values on a GPU: views, indexing, sources and markers") {
  SINTER_NEEDS_GPU();
  cuda_tests::check_values(14, [](const sinter::core::primitive& op) { return op.kind == family::view || op.kind == family::indexing || op.kind == family::source || op.kind == family::marker; });
}
