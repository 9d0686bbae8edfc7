// SPDX-License-Identifier: MIT
// SINTER_DUMP on the CPU: a folder for each program, named by its function and its graph, written once.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sinter/plan/dump.hpp>
#include <sinter/sinter.hpp>
#include <sstream>

#include "support/stderr.hpp"

using namespace sinter;
namespace fs = std::filesystem;

namespace {

constexpr f32<dyn> dumped_curve(const f32<dyn>& x) { return tanh(x * 2 + 1); }
constexpr f32<> dumped_loss(const f32<dyn>& x) { return sum(x * x); }
constexpr auto no_name = [](const f32<dyn>& x) { return f32<dyn>(x * x + 3); };

std::vector<std::string> folders() {
  std::vector<std::string> names;
  if (fs::exists("dumped"))
    for (const auto& entry : fs::directory_iterator("dumped")) names.push_back(entry.path().filename());
  return names;
}
std::string folder_of(const std::string& prefix) {
  for (const std::string& name : folders())
    if (name.starts_with(prefix)) return "dumped/" + name;
  return "";
}
std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}
bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("functions are named as their authors name them") {
  using core::dumping::function_in;
  CHECK(function_in("constexpr const char* sinter::core::spelling_of() [with auto F = predict]") == "predict");
  CHECK(function_in("const char *sinter::core::spelling_of() [F = &(anonymous namespace)::predict]") == "predict");
  CHECK(function_in("const char* spelling_of() [with auto F = sinter::core::grad_of<{anonymous}::loss, 0>{}]") == "grad_of_loss");
  CHECK(function_in("const char* spelling_of() [with auto F = <lambda(const a&)>{}]") == "");
  CHECK(core::dumping::place_of({"/a/b/02-digits.test.cpp", 7}) == "02_digits_7");
}

TEST_CASE("each program leaves its graph and its plan") {
  fs::remove_all("dumped");
  setenv("SINTER_DUMP", "dumped", 1);  // before the first call: it is read once
  const f32<dyn> x{1, 2};
  jit<dumped_curve>(x);
  REQUIRE(folders().size() == 1);
  const std::string curve = folder_of("dumped_curve-");
  REQUIRE(curve != "");
  CHECK(holds(text_of(curve + "/graph.txt"), "tanh"));
  CHECK(holds(text_of(curve + "/graph.txt"), "{ lambda ;"));
  CHECK(holds(text_of(curve + "/graph.dot"), "digraph sinter {"));
  CHECK(text_of(curve + "/plan.txt") == jit<dumped_curve>.lower(x).plan());

  jit<grad<dumped_loss>>(x);
  CHECK(folder_of("grad_of_dumped_loss") != "");
  jit<no_name>(x);
  CHECK(folder_of("dump_") != "");

  // Not written again: what a user deletes stays away.
  fs::remove_all(curve);
  jit<dumped_curve>(x);
  CHECK(!fs::exists(curve));
}

TEST_CASE("a folder that cannot be written costs one warning") {
  fs::remove_all("dumped");
  setenv("SINTER_DUMP", "dumped", 1);
  REQUIRE(core::dump_folder() != nullptr);
  std::ofstream("dumped") << "in the way";
  constexpr auto other = [](const f32<dyn>& x) { return f32<dyn>(cos(x)); };
  constexpr auto third = [](const f32<dyn>& x) { return f32<dyn>(sin(x)); };
  const std::string said = tests::said_on_stderr([&] {
    CHECK(jit<other>(f32<dyn>{0})(0) == 1);
    CHECK(jit<third>(f32<dyn>{0})(0) == 0);
  });
  CHECK(holds(said, "sinter: SINTER_DUMP: cannot write dumped"));
  CHECK(said.find("SINTER_DUMP") == said.rfind("SINTER_DUMP"));
  fs::remove("dumped");
}
