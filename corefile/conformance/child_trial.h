#pragma once
// Runs something that may crash, hang or write to stdout in a child process, and reports how it ended.

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/conformance/trial_journal.h"

namespace mqs_shim {

// TrialResult::end of a body that was ended because it ran or slept for too long.
constexpr std::string_view trial_hangs = "does not return";

// Likewise, of a body whose calls had returned until shortly before.
constexpr std::string_view trial_is_slow = "takes too long";

struct TrialResult {
  std::vector<std::string> lines;  // what the child reported, in order
  std::string last_step;           // what it was doing when it ended
  std::string output;              // what it wrote to stdout and stderr, the first 64 KiB
  std::string end;  // how it ended early: "crashed (SIGSEGV)", "does not return"; empty: it came to its end
  std::size_t left_processes = 0;  // that it started, and that had not been waited for; they are ended
  std::string problem;             // why it could not be run, as of a lack of descriptors: all else is empty
};

// The child shares no memory with the caller: what the body changes is lost. It leads a process group of its own. The
// caller should have one thread, and start no other process meanwhile. A body that reports nothing for as long as
// `patience`, computes for longer, or takes twice as long, hangs.
TrialResult run_trial(const std::function<void(TrialJournal &)> &body, std::chrono::milliseconds patience);

}  // namespace mqs_shim
