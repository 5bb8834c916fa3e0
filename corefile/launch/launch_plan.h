#pragma once
// How a program is started once on each node of a job: which command lines do it, and on which nodes.
//
// The program's words are plain (letters, digits and "/._:,=+@-"): no shell on the way takes them for more.

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

struct LaunchPlan {
  std::string launcher;  // what to call it: "srun"
  std::vector<Launch> launches;

  std::vector<std::string> nodes() const;
};

// The end of a word of a program that a step of Slurm starts, which becomes "slurm:JOB": the number by which processes
// know their job, that of a task of an array for instance.
constexpr std::string_view slurm_job_mark = "slurm:@";

// What the user names with --launcher.
struct LauncherChoice {
  enum class Kind {
    automatic,
    slurm,   // argument: JOB or JOB.STEP; empty: the job of the environment
    mpirun,  // a host file; empty: the host file of the environment
    hydra,   // likewise
    ssh,     // a set of nodes
    clush,   // likewise
    command  // with %h
  };
  Kind kind = Kind::automatic;
  std::string argument;
};

// "slurm:4711.0", "ssh:n[1-4]", "kubectl exec %h --". The error is a sentence about the word.
Result<LauncherChoice> parse_launcher(std::string_view word);

// "4711" or "4711.0"; an array task is "4711_3".
bool is_slurm_job(std::string_view text);

// Whether a word of a command line is plain.
bool is_plain_word(std::string_view word);

// The MPI library with which a launcher starts programs of MPI.
enum class LaunchedMpi { none, openmpi, mpich };
// The MPI libraries whose programs a launcher of this kind can start, in the order in which they are tried; empty for a
// launcher that starts no MPI programs.
std::vector<LaunchedMpi> mpi_of_launcher(LauncherChoice::Kind kind);

// What is started.
struct LaunchedProgram {
  std::vector<std::string> words;
  LaunchedMpi mpi = LaunchedMpi::none;
  std::vector<std::string> only = {};  // the nodes; empty: all
};

// By the choice, except `automatic`. `nodes`: for a command with %h, and for mpirun and hydra without a host file. Asks
// Slurm for its nodes, and takes no longer for that than `time`.
Result<LaunchPlan> plan_launch(const LauncherChoice &choice, const LaunchedProgram &program,
                               const std::vector<std::string> &nodes, std::chrono::milliseconds time);

}  // namespace corefile
