// SPDX-License-Identifier: MIT
// Integer arithmetic on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: integer arithmetic") { ptx_tests::check_chapter(softcuda::corpus::integer_tests, 100); }

// The specification leaves the value open; a CPU would stop the process.
TEST_CASE("a division by zero gives some value") {
  for (const char* type : {"s16", "u16", "s32", "u32", "s64", "u64"})
    for (const char* operation : {"div", "rem"}) {
      const std::string t = type, types = t + " <- " + t + " " + t;
      const std::string text = "sub." + t + " %y, %y, %y; " + operation + "." + t + " %o0, %x, %y;";
      softcuda::corpus::visit_element(
          [](const softcuda::corpus::test& made) {
            std::string problem;
            ptx_tests::run_on_engine(made, {}, problem);
            CHECK(problem == "");
          },
          {types, text, {[](auto, auto, auto) { return 0; }}});
    }
}
