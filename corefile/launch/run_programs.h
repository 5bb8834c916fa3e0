#pragma once
// Runs several programs at the same time, passes on their output, and leaves no processes behind.

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace corefile {

// The limits of a run.
struct RunLimits {
  // The time limit for all programs together.
  std::chrono::milliseconds time{30'000};
  // The limit for the output of all programs together.
  std::size_t bytes = 1u << 30;
  std::size_t at_once = 64;
};

// How a program ended.
struct RunEnd {
  enum class How {
    // The program has exited; `status` is the exit code.
    exited,
    // A signal has ended the program; `status` is its number.
    signalled,
    // The program could not be started; `status` is errno.
    not_started,
    // The time limit has passed, and we ended the program.
    timed_out,
    // We ended the program, because it wrote more output than the limit.
    too_much,
    // We ended the program or did not start it, because `is_enough` returned true.
    not_needed,
    // We ended the program, because we received a signal.
    interrupted
  };
  How how = How::exited;
  int status = 0;
  // The last part of the program's output on stderr, at most 4 KiB.
  std::string errors;

  bool is_success() const { return how == How::not_needed || (how == How::exited && status == 0); }
};

// Returns a sentence such as "ssh exited with 255: no route to host". `name` is the name of the program in it.
std::string describe(const RunEnd &end, const std::string &name);

// Runs all programs and returns how each of them ended. The first word of a program is searched in PATH. Each program
// has its own process group, /dev/null as its input, and ends if we are killed. `take` receives the output of the
// program with that index as it arrives. `is_enough` is called after each piece; if it returns true, the remaining
// output is not needed, and the programs get one second to end.
//
// A program counts as ended when its process has ended, even if other processes have its output open. A program that we
// end gets SIGTERM and, a second later, SIGKILL, together with its process group. If we receive SIGINT, SIGTERM or
// SIGHUP, all programs are ended, and the signal is raised again.
std::vector<RunEnd> run_programs(const std::vector<std::vector<std::string>> &programs, const RunLimits &limits,
                                 const std::function<void(std::size_t program, std::string_view bytes)> &take,
                                 const std::function<bool()> &is_enough = {});

// How a single program such as squeue ended, and its complete output, at most 16 MiB.
struct ProgramOutput {
  RunEnd end;
  std::string text;
};
// Runs one program for at most `time`, and returns its output.
ProgramOutput output_of(const std::vector<std::string> &words, std::chrono::milliseconds time);

}  // namespace corefile
