#pragma once
// The program of the test, which waits after it has written the file of its record.

#include <string>

class Target {
 public:
  Target();
  ~Target();
  Target(const Target &) = delete;
  Target &operator=(const Target &) = delete;

  int pid() const { return pid_; }
  std::string file() const { return directory_ + "/record"; }
  char state() const;  // as /proc has it

 private:
  std::string directory_;
  int pid_;
};

// MPI_T_init_thread for a pid or file; MPI_T_finalize at the end.
class Opened {
 public:
  explicit Opened(const std::string &target);
  ~Opened();
  Opened(const Opened &) = delete;
  Opened &operator=(const Opened &) = delete;
};
