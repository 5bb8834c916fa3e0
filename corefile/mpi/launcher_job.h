#pragma once
// Finds the job that a running launcher has started: its nodes, its processes, and its Slurm job. They are read from
// the memory of the launcher, which need not have debug information and is not stopped.
//
// Open MPI's mpirun up to 4.1 has the MPIR table (MPIR_proctable), which debuggers read. srun has the numbers of its
// job and step in its environment. mpiexec.hydra has neither; its nodes are in its command line or its environment.

#include <sys/types.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/process.h"

namespace corefile {

using ProcessesByHost = std::map<std::string, std::set<pid_t>>;

// The job of one launcher.
struct LauncherJob {
  enum class Launcher { srun, mpirun, hydra };
  Launcher launcher{};
  std::string slurm_job;           // for example "4711" for srun's "4711.0"; empty outside of a Slurm allocation
  ProcessesByHost processes;       // for mpirun; otherwise empty
  std::vector<std::string> nodes;  // nodes with processes of the job, without duplicates; empty: not known
  std::string host_file;           // for hydra: path of the host file, if it uses one
};

// Returns the job of a launcher. Fails if the process is not a launcher, if permission is missing, or with not_found if
// the launcher is an mpirun without the MPIR table.
Result<LauncherJob> job_of_launcher(pid_t launcher);

// Reads the processes in the MPIR table, an array of MPIR_PROCDESC {host_name, executable_name, pid}.
Result<ProcessesByHost> read_mpir_table(const Process &process);

// Stores in `job` the nodes or the host file that a command line of hydra names: -f FILE, -hosts LIST and their other
// spellings.
void read_hydra_words(const std::vector<std::string> &words, LauncherJob &job);

}  // namespace corefile
