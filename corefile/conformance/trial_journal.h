#pragma once
// Transfers the results of a trial from its child process to the parent, line by line.
//
// Lines go through a pipe. A plugin may close the pipe or replace it by another file; from then on, lines are kept in
// memory that both processes share.

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>

namespace mqs_shim {

// Lines that cannot go through the pipe; what exceeds the memory is lost. Made before the fork.
class SpareJournal {
 public:
  SpareJournal();
  ~SpareJournal();
  SpareJournal(const SpareJournal &) = delete;
  SpareJournal &operator=(const SpareJournal &) = delete;

  // False if the shared memory could not be made.
  explicit operator bool() const { return shared_ != nullptr; }
  void set_step(const std::string &step);
  void add(const std::string &lines);
  // Now a call begins.
  void set_call();
  // How long ago the last one began.
  std::chrono::steady_clock::duration since_call() const;
  // As they would have come through the pipe, the last step at the end; for the parent, when the child has ended.
  std::string text() const;

 private:
  struct Shared;
  Shared *shared_ = nullptr;
};

// Lent to the child's body. Texts must not have line ends.
class TrialJournal {
 public:
  TrialJournal(int descriptor, SpareJournal &spare);
  void step(const std::string &what) { write_line('S', what); }
  // The next call begins: those before have returned.
  void call() { spare_.set_call(); }
  // `kind` becomes the line's first character.
  void report(char kind, const std::string &text) { write_line('R', std::string(1, kind).append(text)); }

 private:
  void write_line(char kind, const std::string &text);
  bool has_pipe() const;

  int descriptor_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  SpareJournal &spare_;
};

}  // namespace mqs_shim
