#pragma once
// Plans how a program is started once on each node of a job: which command lines are run, and which nodes each of them
// reaches.
//
// The program's words are plain (letters, digits and "/._:,=+@-"), so that no shell on the way interprets them.

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"

namespace corefile {

// One command line, and the nodes on which it starts the program.
struct Launch {
  std::vector<std::string> words;
  std::vector<std::string> nodes;
};

// All command lines for a job.
struct LaunchPlan {
  // The name of the launcher in messages, such as "srun".
  std::string launcher;
  std::vector<Launch> launches;

  // Returns the nodes of all launches, in their order.
  std::vector<std::string> nodes() const;
};

// A word of the program may end with this mark. If Slurm starts the program, the '@' is replaced by the job's number as
// the job's processes know it. Each task of an array has its own number.
constexpr std::string_view slurm_job_mark = "slurm:@";

// The launcher that the user names with --launcher.
struct LauncherChoice {
  enum class Kind {
    automatic,
    // The argument is JOB or JOB.STEP; empty for the job that an environment variable names.
    slurm,
    // The argument is a host file; empty for the host file of the environment.
    mpirun,
    // The argument is a host file; empty for the host file of the environment.
    hydra,
    // The argument is a set of nodes.
    ssh,
    // The argument is a set of nodes.
    clush,
    // The argument is a command with %h.
    command
  };
  Kind kind = Kind::automatic;
  std::string argument;
};

// Parses for example "slurm:4711.0", "ssh:n[1-4]" or "kubectl exec %h --". An error is a sentence about the word.
Result<LauncherChoice> parse_launcher(std::string_view word);

// Returns true for a job of Slurm ("4711"), a task of an array ("4711_3"), and a step of these ("4711.0").
bool is_slurm_job(std::string_view text);

// Returns true if a word consists of characters that no shell interprets: letters, digits and "/._:,=+@-".
bool is_plain_word(std::string_view word);

// Makes the plan for any choice except `automatic`. `nodes` is used for a command with %h, and for mpirun and hydra
// without a host file. For a Slurm job, asks Slurm for the job's nodes and waits at most `time` for the answer.
Result<LaunchPlan> plan_launch(const LauncherChoice &choice, const std::vector<std::string> &program,
                               const std::vector<std::string> &nodes, std::chrono::milliseconds time);

}  // namespace corefile
