#pragma once
// Writes messages to the user on stderr, apart from the answer: errors, warnings and notes, and the progress of long
// operations if stderr is a terminal.

#include <chrono>
#include <cstddef>
#include <string>

namespace command {

// Writes the messages. With `quiet`, only errors are written.
class Messages {
 public:
  explicit Messages(bool quiet) : quiet_(quiet) {}
  ~Messages() { clear_progress(); }
  Messages(const Messages &) = delete;
  Messages &operator=(const Messages &) = delete;

  void error(const std::string &text);
  void warning(const std::string &text);
  void note(const std::string &text);

  // Shows "`what` `done`/`all`". The line appears after one second, and is updated a few times per second.
  void progress(const std::string &what, std::size_t done, std::size_t all);
  void clear_progress();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool progress_shown_ = false;
  Clock::time_point next_progress_ = Clock::now() + std::chrono::seconds(1);
};

}  // namespace command
