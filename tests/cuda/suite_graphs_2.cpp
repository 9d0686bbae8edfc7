// SPDX-License-Identifier: MIT
// Half of the random graphs on a GPU; SINTER_FUZZ=1 makes them 5,000.
#include "suite_graphs.hpp"

TEST_CASE("random graphs on a GPU, half 2: values and gradients") {
  SINTER_NEEDS_GPU();
  cuda_tests::check_share_of_graphs(1, 2);
}

TEST_CASE("random graphs that once failed on a GPU") {
  SINTER_NEEDS_GPU();
  // constants stored beside reductions; an extent and an index of one name; what dead instructions of a row need; donated arguments beside results of their own
  cuda_tests::check_graphs({2000007, 2000016, 2000132, 2000151, 2002574, 2002717, 2002809, 2003082, 2003184, 2000653, 2001534}, true);
}
