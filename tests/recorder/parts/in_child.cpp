#include "tests/recorder/parts/in_child.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

namespace {

bool has_failed;

class Failures : public doctest::IReporter {
 public:
  explicit Failures(const doctest::ContextOptions &) {}
  void log_assert(const doctest::AssertData &data) override { has_failed |= data.m_failed; }
  void report_query(const doctest::QueryData &) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats &) override {}
  void test_case_start(const doctest::TestCaseData &) override {}
  void test_case_reenter(const doctest::TestCaseData &) override {}
  void test_case_end(const doctest::CurrentTestCaseStats &) override {}
  void test_case_exception(const doctest::TestCaseException &) override {}
  void subcase_start(const doctest::SubcaseSignature &) override {}
  void subcase_end() override {}
  void log_message(const doctest::MessageData &) override {}
  void test_case_skipped(const doctest::TestCaseData &) override {}
};
REGISTER_LISTENER("failures", 1, Failures);

}  // namespace

void in_child(const std::function<void()> &body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    has_failed = false;
    try {
      body();
    } catch (...) {  // of a REQUIRE
      has_failed = true;
    }
    std::fflush(nullptr);
    _exit(has_failed ? 1 : 0);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}
