// SPDX-License-Identifier: MIT
// SINTER_PROFILE on the CPU: a slice for each launch with its operations, line, bytes and flops, as JSON.
#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sinter/sinter.hpp>
#include <sstream>
#include <thread>

#include "support/json.hpp"

using namespace sinter;

namespace {

constexpr f32<dyn> curve(const f32<dyn>& x) {
  f32<dyn> y = tanh(x * 2 + 1);
  return y / sum(y);
}
std::string text_of(const char* path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}
bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
int count_of(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("json faults are found") {
  CHECK(tests::json_fault(R"({"a":[1,-2.5e3,"x\"é\n",true,null],"b":{}})") == "");
  for (const char* wrong : {"{", "[1,]", "{\"a\":01}", "\"\t\"", "{} {}", "{\"a\" 1}", "\"\\x\"", "[1.]", ""}) CHECK(tests::json_fault(wrong) != "");
}

TEST_CASE("launches are slices of the trace") {
  setenv("SINTER_PROFILE", "profile.json", 1);  // before the first call: it is read once
  REQUIRE(profile::is_on());
  jit<curve>(f32<dyn>(100));
  REQUIRE(profile::write("first.json"));
  const std::string first = text_of("first.json");
  CHECK(tests::json_fault(first) == "");
  CHECK(holds(first, "\"name\":\"cpu\""));
  CHECK(holds(first, "tanh"));
  CHECK(holds(first, "\"cat\":\"kernel\""));
  CHECK(holds(first, "profile.cpp:"));
  CHECK(holds(first, "\"bytes\":800"));  // what divides reads and writes 100 floats, a sum or a row beside it
  CHECK(holds(first, "\"flops\":"));
  CHECK(!holds(first, "\"dur\":-"));

  // As many slices a call as the plan has launches, from all threads.
  const auto launches = lower<curve, f32<dyn>>.plan.launches.size();
  const int before = count_of(first, "\"ph\":\"X\"");
  CHECK(before == static_cast<int>(launches));
  std::thread other([] {
    for (int i = 0; i < 50; ++i) jit<curve>(f32<dyn>(100));
  });
  for (int i = 0; i < 50; ++i) jit<curve>(f32<dyn>(100));
  other.join();
  REQUIRE(profile::write());
  const std::string second = text_of("profile.json");
  CHECK(tests::json_fault(second) == "");
  CHECK(count_of(second, "\"ph\":\"X\"") == before + 100 * static_cast<int>(launches));
  CHECK(!profile::write("no/such/folder/profile.json"));
  if (std::system("python3 -c pass 2> /dev/null") == 0) CHECK(std::system("python3 -m json.tool profile.json > /dev/null") == 0);
}

TEST_CASE("names are escaped, and memory is bounded") {
  setenv("SINTER_PROFILE", "profile.json", 1);
  REQUIRE(profile::is_on());
  auto& trace = core::profiler::instance();
  trace.add({.name = "a \"name\"\\\n\x01", .where = {"C:\\x \"y\".cpp", 7}}, 5, 6);
  for (std::size_t i = 0; i < core::profiler::most_slices + 10; ++i) trace.add({.name = "many"}, 1, 2);
  REQUIRE(profile::write("bounded.json"));
  const std::string text = text_of("bounded.json");
  CHECK(tests::json_fault(text) == "");
  CHECK(holds(text, "\"slices\":200000,\"left_out\":"));
  CHECK(holds(text, R"("line":"C:\\x \"y\".cpp:7")"));
}

// The next test starts this one in a process of its own.
TEST_CASE("a call for a trace") { CHECK(jit<curve>(f32<dyn>(10)).size() == 10); }

TEST_CASE("the trace is written when the process ends") {
  std::remove("at_exit.json");
  char self[4096] = {};
  REQUIRE(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  REQUIRE(std::system((std::string("SINTER_PROFILE=at_exit.json '") + self + "' --test-case='a call for a trace' > /dev/null").c_str()) == 0);
  const std::string text = text_of("at_exit.json");
  CHECK(tests::json_fault(text) == "");
  CHECK(holds(text, "tanh"));
}

// A child that fork() made leaves the file to its parent.
TEST_CASE("a forked child writes no trace") {
  setenv("SINTER_PROFILE", "profile.json", 1);
  REQUIRE(profile::is_on());
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(profile::is_on() || profile::write("child.json") ? 1 : 0);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}
