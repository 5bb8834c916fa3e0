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

// Stores lines that cannot go through the pipe, in memory that parent and child share. Lines that exceed the memory are
// lost. Must be made before the fork.
class SpareJournal {
 public:
  SpareJournal();
  ~SpareJournal();
  SpareJournal(const SpareJournal &) = delete;
  SpareJournal &operator=(const SpareJournal &) = delete;

  // Returns false if the shared memory could not be made.
  explicit operator bool() const { return shared_ != nullptr; }
  // Called by the child instead of writing to the pipe: set_step() replaces the last step, and add() appends lines.
  void set_step(const std::string &step);
  void add(const std::string &lines);
  // Stores the present time as the beginning of a call.
  void set_call();
  // Returns how long ago the last call began.
  std::chrono::steady_clock::duration since_call() const;
  // Called by the parent after the child has ended. Returns the lines as they would have come through the pipe, with
  // the last step at the end.
  std::string text() const;

 private:
  struct Shared;
  Shared *shared_ = nullptr;
};

// The child's end of the journal. Texts must not contain line ends.
class TrialJournal {
 public:
  // `descriptor` is the child's end of the pipe.
  TrialJournal(int descriptor, SpareJournal &spare);
  void step(const std::string &what) { write_line('S', what); }
  // Tells the parent that a call begins, which shows that the earlier ones have returned.
  void call() { spare_.set_call(); }
  // Reports a line that starts with the character `kind`.
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
