// SPDX-License-Identifier: MIT
// doctest's implementation, once for all rooms, and a main in which a filter that matches nothing fails, and which says so
// when a test was skipped for what this machine lacks.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstring>

namespace {

bool nothing_ran = false;
int skipped = 0;  // test cases that said so
constexpr int exit_skipped = 77;  // SKIP_RETURN_CODE in CMakeLists.txt

struct counter final : doctest::IReporter {
  explicit counter(const doctest::ContextOptions&) {}
  void test_run_end(const doctest::TestRunStats& run) override { nothing_ran = run.numTestCasesPassingFilters == 0; }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData& message) override {
    if (std::strncmp(message.m_string.c_str(), "skipped: ", 9) == 0) ++skipped;
  }
  void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("counter", 1, counter);

}  // namespace

int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  const int failures = context.run();
  if (nothing_ran) std::fputs("tests: the filter matches no test case\n", stderr);
  return nothing_ran ? 2 : failures == 0 && skipped ? exit_skipped : failures;
}
