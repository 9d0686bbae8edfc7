// SPDX-License-Identifier: MIT
// Approximate instructions on the engine: within the specification's bounds, exact or jittered, and jitter does jitter.
#include <algorithm>
#include <cmath>

#include "ptx_corpus.hpp"

TEST_CASE("instructions: approximations") { ptx_tests::check_chapter(softcuda::corpus::approximate_tests, 25); }

TEST_CASE("jitter stays within the bounds of an approximation and differs from the plain result") {
  softcuda::corpus::approximate_tests([](const softcuda::corpus::test& t) {
    softcuda::options plain, jittered;
    jittered.jitters = true;
    jittered.seed = 5;
    std::string problem;
    const auto expected = ptx_tests::run_on_engine(t, plain, problem),
               got = ptx_tests::run_on_engine(t, jittered, problem);
    CHECK(problem == "");
    CHECK(softcuda::corpus::difference(t, got) == "");
    const bool has_numbers =
        std::any_of(t.exact.begin(), t.exact.end(), [](double x) { return std::isfinite(x) && x != 0; });
    if (has_numbers) CHECK_MESSAGE(got != expected, t.name << " is not jittered");
    CHECK_MESSAGE(ptx_tests::run_on_engine(t, jittered, problem) == got, t.name << " jitters by more than the seed");
  });
}
