#pragma once
// The job that a running launcher has started: its name, its nodes, and the allocation that it is in. Read from the
// memory of the launcher, which need not have debug information and is not stopped.
//
// Open MPI's mpirun up to 4.1 has the table of MPIR (MPIR_proctable), which debuggers read. srun puts the numbers of
// its job and step into its environment. mpiexec.hydra has neither; its nodes are in its command line, or its
// environment.

#include <sys/types.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/process.h"

namespace corefile {

using ProcessesByHost = std::map<std::string, std::set<pid_t>>;

struct LauncherJob {
  enum class Launcher { srun, mpirun, hydra };
  Launcher launcher{};
  std::string slurm_job;           // "4711", of srun "4711.0"; empty: it is not in an allocation of Slurm
  ProcessesByHost processes;       // of mpirun; else empty
  std::vector<std::string> nodes;  // on which it has processes, each once; empty: not known
  std::string host_file;           // of hydra, where it names one; with its directory
};

// The error says why it cannot be known: no launcher, no permission, a launcher that keeps no table (not_found).
Result<LauncherJob> job_of_launcher(pid_t launcher);

// The processes of the table of MPIR. (MPIR_PROCDESC: host_name, executable_name, pid)
Result<ProcessesByHost> read_mpir_table(const Process &process);

// The nodes that a command line of hydra names: -f FILE, -hosts LIST and their other spellings.
void read_hydra_words(const std::vector<std::string> &words, LauncherJob &job);

}  // namespace corefile
