// SPDX-License-Identifier: MIT
// Lines of a program are told apart by their files too, by the names that each compiler gives them.
#include <doctest/doctest.h>

#include <string>

#include "same_lines.hpp"

using namespace sinter;

TEST_CASE("functions on the same line of two files call one another") {
  CHECK(jit<on_line_7>(f32<dyn>{0, 1})() == doctest::Approx(2.7182818));
  CHECK(jit<also_on_line_7>(f32<dyn>{0, 1})() == doctest::Approx(2.7182818 + 0.8414710));
  CHECK(jit<grad<also_on_line_7>>(f32<dyn>{0, 1})(0) == 0);
  std::string said = "nothing";
  try {
    (void)jit<also_on_line_7>(f32<dyn>(0));
  } catch (const shape_error& e) {
    said = e.what();
  }
  CHECK_MESSAGE(said.starts_with("inner_file.hpp:7: max"), said);
}
