// SPDX-License-Identifier: MIT
// Half of the random graphs on a GPU; SINTER_FUZZ=1 makes them 5,000.
#include "suite_graphs.hpp"

TEST_CASE("random graphs on a GPU, half 1: values and gradients") {
  SINTER_NEEDS_GPU();
  cuda_tests::check_share_of_graphs(0, 2);
}
