#pragma once
// Plans how a program is started once on each node of a job: the command lines, and the nodes of each.
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

// The end of a word of a program. A step of Slurm replaces it by "slurm:JOB", with the number by which processes know
// their job, for example that of an array task.
constexpr std::string_view slurm_job_mark = "slurm:@";

// The launcher that the user names with --launcher.
struct LauncherChoice {
  enum class Kind {
    automatic,
    // The argument is JOB or JOB.STEP; empty for the job of the environment.
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

// Accepts "4711" and "4711.0"; an array task is "4711_3".
bool is_slurm_job(std::string_view text);

// Returns true if a word of a command line is plain.
bool is_plain_word(std::string_view word);

// Makes the plan for any choice except `automatic`. `nodes` is used for a command with %h, and for mpirun and hydra
// without a host file. Asks Slurm for its nodes and waits at most `time` for the answer.
Result<LaunchPlan> plan_launch(const LauncherChoice &choice, const std::vector<std::string> &program,
                               const std::vector<std::string> &nodes, std::chrono::milliseconds time);

}  // namespace corefile
