// SPDX-License-Identifier: MIT
// The list of chapters.
#include "chapters.hpp"

namespace softcuda::corpus {

const std::vector<chapter>& chapters() {
  static const std::vector<chapter> all = {{"f32", f32_tests},
                                           {"f64", f64_tests},
                                           {"half", half_tests},
                                           {"integer", integer_tests},
                                           {"bits", bits_tests},
                                           {"carry", carry_tests},
                                           {"convert", convert_tests},
                                           {"predicate", predicate_tests},
                                           {"approximate", approximate_tests},
                                           {"move", move_tests},
                                           {"memory", memory_tests},
                                           {"warp", warp_tests},
                                           {"atomic", atomic_tests},
                                           {"tensor", tensor_tests}};
  return all;
}

}  // namespace softcuda::corpus
