#pragma once
// Runs something that may crash, hang or write to stdout in a child process, and reports how it ended.

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mqs_shim {

// TrialResult::end of a body that was ended because it ran or slept for too long.
constexpr std::string_view trial_hangs = "does not return";

struct TrialResult {
  std::vector<std::string> lines;  // what the child reported, in order
  std::string last_step;           // what it was doing when it ended
  std::string output;              // what it wrote to stdout and stderr, the first 64 KiB
  std::string end;  // how it ended early: "crashed (SIGSEGV)", "does not return"; empty: it came to its end
};

// Lent to the child's body. Texts must not have line ends.
class TrialJournal {
 public:
  explicit TrialJournal(int descriptor) : descriptor_(descriptor) {}
  void step(const std::string &what) { write_line('S', what); }
  // `kind` becomes the line's first character.
  void report(char kind, const std::string &text) { write_line('R', std::string(1, kind).append(text)); }

 private:
  void write_line(char kind, const std::string &text);
  int descriptor_;
};

// The child shares no memory with the caller: what the body changes is lost. The caller should have one thread. A body
// that reports nothing for as long as `patience`, computes for longer, or takes twice as long, hangs.
TrialResult run_trial(const std::function<void(TrialJournal &)> &body, std::chrono::milliseconds patience);

}  // namespace mqs_shim
