#include "corefile/process/timer_signal.h"

#include <charconv>
#include <csignal>
#include <cstdint>

#include "corefile/process/proc_files.h"

namespace corefile {

namespace {

constexpr int most_signals = 64;

bool is_caught(std::uint64_t caught, int signal) {
  return signal > 0 && signal <= most_signals && (caught >> (signal - 1) & 1) != 0;
}

// Removes the first line from the text and returns it without "\n".
std::string_view take_line(std::string_view &text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
  return line;
}

}  // namespace

int timer_signal(std::string_view status, std::string_view timers) {
  const std::string_view mask = status_field(status, "SigCgt");
  std::uint64_t caught = 0;
  std::from_chars(mask.data(), mask.data() + mask.size(), caught, 16);
  for (const int signal : {SIGALRM, SIGVTALRM}) {
    if (is_caught(caught, signal)) return signal;
  }
  // Each timer has the lines "ID: N", "signal: NUMBER/VALUE", "notify: signal/pid.N" and "ClockID: N".
  int signal = 0;
  while (!timers.empty()) {
    std::string_view line = take_line(timers);
    if (constexpr std::string_view key = "signal: "; line.starts_with(key)) {
      line.remove_prefix(key.size());
      signal = 0;
      std::from_chars(line.data(), line.data() + line.size(), signal);
    }
    if (line.starts_with("notify: signal/pid.") && is_caught(caught, signal)) return signal;
  }
  return 0;
}

int timer_signal(pid_t pid) {
  const auto status = read_proc_file(proc_path(pid, "status"));
  const auto timers = read_proc_file(proc_path(pid, "timers"));
  return status ? timer_signal(*status, timers ? std::string_view(*timers) : std::string_view()) : 0;
}

}  // namespace corefile
