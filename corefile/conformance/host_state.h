#pragma once
// Records the state that a plugin shares with the debugger that loads it, in order to find changes that a plugin must
// not make.

#include <sys/types.h>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

namespace mqs_shim {

// The state of this process that plugins must not change: its first descriptors, working directory, umask, timers,
// signal handlers, blocked signals, environment, locale, limits and process group.
class HostState {
 public:
  // Returns the present state of this process.
  static HostState now();

  // Returns one text for each kind of change, such as "closes descriptor 5 of the debugger".
  std::vector<std::string> changes_since(const HostState &before) const;
  // Returns how many of the first descriptors are open.
  std::size_t open_files() const;

 private:
  using File = std::pair<dev_t, ino_t>;  // zeros if the descriptor is not open

  std::vector<File> files_;  // files of the first descriptors, indexed by descriptor
  File directory_{};
  mode_t mask_ = 0;
  std::vector<bool> timers_;                             // for ITIMER_REAL and the other timers, whether the timer runs
  std::vector<std::pair<void (*)(int), int>> handlers_;  // by signal, with their flags
  sigset_t blocked_{};
  std::vector<std::string> environment_;
  std::string locale_;
  std::vector<std::pair<unsigned long, unsigned long>> limits_;
  pid_t group_ = 0;
};

}  // namespace mqs_shim
