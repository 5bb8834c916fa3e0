// Included by the main function of the tests while random_faults.py tries faults: numbers the test cases, and writes
// number, seconds and name of each to the file that the environment names.
#pragma once

#include <chrono>
#include <cstdio>

#include "fault_switch.h"

namespace {

class FaultCases : public doctest::IReporter {
 public:
  explicit FaultCases(const doctest::ContextOptions &) {
    if (const char *const path = ::getenv("MPIDBG_FAULT_CASES")) file_ = std::fopen(path, "ae");
  }
  void test_case_start(const doctest::TestCaseData &data) override {
    name_ = data.m_name;
    ++number_;
    start_ = std::chrono::steady_clock::now();
    if (mpidbg_faults().reached != nullptr) mpidbg_faults().test_case() = number_;
  }
  void test_case_end(const doctest::CurrentTestCaseStats &) override {
    if (file_ == nullptr) return;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start_;
    std::fprintf(file_, "%d\t%.4f\t%s\n", number_, took.count(), name_);
    std::fflush(file_);
  }
  void report_query(const doctest::QueryData &) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats &) override {}
  void test_case_reenter(const doctest::TestCaseData &) override {}
  void test_case_exception(const doctest::TestCaseException &) override {}
  void subcase_start(const doctest::SubcaseSignature &) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData &) override {}
  void log_message(const doctest::MessageData &) override {}
  void test_case_skipped(const doctest::TestCaseData &) override {}

 private:
  std::FILE *file_ = nullptr;
  const char *name_ = "";
  int number_ = 0;
  std::chrono::steady_clock::time_point start_;
};

REGISTER_LISTENER("fault_cases", 1, FaultCases);

}  // namespace
