#pragma once
// A child that runs the target program and tells what it knows about itself.

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace corefile_test {

class TargetProcess {
 public:
  // Returns when the program has said "ready". `environment`: "NAME=value", nothing else is in it.
  explicit TargetProcess(const std::string &program = dynamic_program(), int threads = 0,
                         std::vector<std::string> environment = {});
  ~TargetProcess();  // kills it
  TargetProcess(const TargetProcess &) = delete;
  TargetProcess &operator=(const TargetProcess &) = delete;

  static std::string dynamic_program();
  static std::string static_program();
  static std::string library();

  pid_t pid() const { return pid_; }
  std::uint64_t fact(const std::string &name) const { return facts_.at(name); }

  std::string read_line();  // empty when the program has ended
  void write_line(const std::string &line);
  std::string ping(int number);    // the program's answer, "pong NUMBER" if it runs
  void kill_and_reap(int signal);  // the status is in exit_status() then
  int exit_status() const { return exit_status_; }

 private:
  pid_t pid_ = 0;
  int to_ = -1, from_ = -1;
  int exit_status_ = 0;
  std::map<std::string, std::uint64_t> facts_;
};

// A directory of its own, gone with everything in it at the end.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory &) = delete;
  ScratchDirectory &operator=(const ScratchDirectory &) = delete;

  const std::string &path() const { return path_; }
  std::string operator/(const std::string &name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// "State" or "TracerPid" of /proc/PID/status, and of each thread.
std::string status_of(pid_t pid, const std::string &field);
std::vector<std::string> thread_states(pid_t pid);

// Runs a command of the shell; false if it fails.
bool run(const std::string &command);

// Writes a core file of a running target into the directory; the path. Empty if it could not be made.
std::string make_gcore(pid_t pid, const ScratchDirectory &directory);

}  // namespace corefile_test
