#pragma once
// Messages to the user beside the answer, on stderr: errors, warnings, and progress where it is a terminal and takes
// long.

#include <chrono>
#include <cstddef>
#include <string>

namespace command {

class Messages {
 public:
  explicit Messages(bool quiet) : quiet_(quiet) {}
  ~Messages() { clear_progress(); }
  Messages(const Messages &) = delete;
  Messages &operator=(const Messages &) = delete;

  void error(const std::string &text);
  void warning(const std::string &text);
  void note(const std::string &text);

  // Shown from the second second on, a few times a second.
  void progress(const std::string &what, std::size_t done, std::size_t all);
  void clear_progress();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool progress_shown_ = false;
  Clock::time_point next_progress_ = Clock::now() + std::chrono::seconds(1);
};

}  // namespace command
