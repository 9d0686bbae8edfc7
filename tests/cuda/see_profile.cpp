// SPDX-License-Identifier: MIT
// SINTER_PROFILE on a device: kernels and copies with the device's times, compiles with ours; calls that the driver refuses
// cost a slice and nothing else.
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "../support/json.hpp"
#include "run_support.hpp"

using namespace sinter;
using cuda_tests::holds;

namespace {

const device gpu = device::cuda(0);

constexpr auto normal = [](const f32<-1, 8>& x) {
  f32<-1> squares = sum(x * x, axis<0>);
  return f32<-1, 8>(x / sqrt(squares + 1.f));
};

float first_of(const f32<-1, 8>& x) { return x(0, 0); }
std::string written(const char* path) {
  if (!profile::write(path)) return "";
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}
int count_of(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("kernels, copies and compiles are slices of the trace") {
  setenv("SINTER_PROFILE", "profile.json", 1);  // before the first call: it is read once
  SINTER_NEEDS_DEVICE();
  REQUIRE(profile::is_on());
  const f32<-1, 8> x = ones<f32<-1, 8>>({20});
  const f32<-1, 8> there = x.to(gpu);
  const f32<-1, 8> result = jit<normal>(there);
  CHECK(result(0, 0) == doctest::Approx(1 / std::sqrt(21.f)));
  const std::string text = written("trace.json");
  CHECK(tests::json_fault(text) == "");
  CHECK(holds(text, "\"name\":\"cuda(0)\""));
  const auto launches = static_cast<int>(lower<normal, f32<-1, 8>>.plan.launches.size());
  CHECK(launches >= 2);
  CHECK(count_of(text, "\"pid\":2,\"tid\":0,\"ts\":") == launches + 2);
  CHECK(count_of(text, "\"name\":\"copy to device\",\"args\":{\"bytes\":640}") == 1);
  CHECK(count_of(text, "\"name\":\"copy to host\",\"args\":{\"bytes\":640}") == 1);
  CHECK(holds(text, "\"cat\":\"compile\""));
  CHECK(holds(text, "see_profile.cpp:"));
  CHECK(holds(text, "\"detail\":\"sinter_"));
  CHECK(holds(text, "\"flops\":"));
  // The second call compiles nothing.
  CHECK(first_of(jit<normal>(there)) == result(0, 0));
  CHECK(count_of(written("trace.json"), "\"cat\":\"compile\"") == count_of(text, "\"cat\":\"compile\""));
}

// The next test starts this one in processes of its own.
TEST_CASE("a call for a trace") {
  SINTER_NEEDS_DEVICE();
  const f32<-1, 8> there = ones<f32<-1, 8>>({20}).to(gpu);
  CHECK(first_of(jit<normal>(there)) == doctest::Approx(1 / std::sqrt(21.f)));
  CHECK(first_of(jit<normal>(there)) == doctest::Approx(1 / std::sqrt(21.f)));
}

TEST_CASE("what the driver refuses to the profiler does not fail a call") {
  SINTER_NEEDS_DEVICE();
  char self[4096] = {};
  REQUIRE(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  for (const char* fault : {"cuEventCreate:1=2", "cuEventCreate:4=2", "cuEventRecord:1=999", "cuEventRecord:3=999",
                            "cuEventElapsedTime:1=400", "cuEventElapsedTime:2=400"}) {
    CAPTURE(fault);
    const std::string command = std::string("SOFTCUDA_FAULTS=") + fault + " SINTER_PROFILE=refused.json '" + self +
                                "' --test-case='a call for a trace' > /dev/null 2> refused.txt";
    CHECK(std::system(command.c_str()) == 0);
    std::ifstream said("refused.txt"), file("refused.json");
    std::ostringstream warnings, text;
    warnings << said.rdbuf();
    text << file.rdbuf();
    CHECK(count_of(warnings.str(), "the times of cuda(0) end here") == 1);
    CHECK(tests::json_fault(text.str()) == "");
  }
}
