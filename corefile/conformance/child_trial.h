#pragma once
// Runs code that may crash, hang or write to stdout in a child process, and reports how the child ended.

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/conformance/trial_journal.h"

namespace mqs_shim {

// Value of TrialResult::end for a body that was ended because it ran or slept for too long.
constexpr std::string_view trial_hangs = "does not return";

// Value of TrialResult::end for a body that was ended for taking too long in total, although each of its calls
// returned.
constexpr std::string_view trial_is_slow = "takes too long";

// The result of one child process.
struct TrialResult {
  std::vector<std::string> lines;  // lines that the child has reported, in order
  std::string last_step;           // last step (call of the plugin) that the child has announced
  std::string output;              // first 64 KiB of the child's stdout and stderr
  std::string end;  // how the child ended early: "crashed (SIGSEGV)", "does not return"; empty if the body was finished
  std::size_t left_processes = 0;  // processes that the child had started and not waited for; they have been ended
  // Reason why the child could not be run, such as a lack of descriptors; all other members are empty then.
  std::string problem;
};

// Runs `body` in a child that shares no memory with the caller, so that changes by the body are lost. The child leads
// its own process group. The caller should have one thread, and must not start other processes in the meantime. A body
// hangs if it reports nothing for the time `patience`, computes for longer, or takes more than twice as long in total.
TrialResult run_trial(const std::function<void(TrialJournal &)> &body, std::chrono::milliseconds patience);

}  // namespace mqs_shim
