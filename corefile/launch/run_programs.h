#pragma once
// Runs several programs at a time, hands on what they write, and leaves none behind.

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace corefile {

struct RunLimits {
  std::chrono::milliseconds time{30'000};  // for all of them together
  std::chrono::milliseconds silence{0};    // from the start, without any output; 0: no limit of its own
  std::size_t bytes = 1u << 30;            // of the output of all of them
  std::size_t at_once = 64;
};

// What a program came to.
struct RunEnd {
  enum class How {
    exited,       // `status`: its exit code
    signalled,    // `status`: the signal
    not_started,  // `status`: errno
    timed_out,    // ended by us
    too_much,     // ended by us: more output than the limit
    not_needed,   // ended by us, or never started: `is_enough` said so
    interrupted   // ended by us, because we were sent a signal
  };
  How how = How::exited;
  int status = 0;
  std::string errors;  // the end of what it wrote on stderr, at most 4 KiB

  bool is_success() const { return how == How::not_needed || (how == How::exited && status == 0); }
};

// In a sentence: "ssh exited with 255: no route to host". `name`: what to call the program.
std::string describe(const RunEnd &end, const std::string &name);

// The first word of each is looked for in the PATH. Each has a process group of its own, /dev/null as its input, and
// ends if we are killed. `take` gets the output of the program with that index as it comes; `is_enough`, asked after
// each piece, whether what else the programs have to say is not needed: they get a second to end then.
//
// A program has ended when its process has, whoever else still has its output open. One that is ended by us gets
// SIGTERM and, a second later, SIGKILL, with its process group. After SIGINT, SIGTERM or SIGHUP all of them are ended,
// and the signal is raised again.
std::vector<RunEnd> run_programs(const std::vector<std::vector<std::string>> &programs, const RunLimits &limits,
                                 const std::function<void(std::size_t program, std::string_view bytes)> &take,
                                 const std::function<bool()> &is_enough = {});

// One program, and its complete output: squeue and its like. At most 16 MiB.
struct ProgramOutput {
  RunEnd end;
  std::string text;
};
ProgramOutput output_of(const std::vector<std::string> &words, std::chrono::milliseconds time);

}  // namespace corefile
