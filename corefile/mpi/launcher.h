#pragma once
// The MPI processes below mpirun or mpiexec: found through /proc, known by the environment that the launcher gave them.

#include <sys/types.h>

#include <vector>

namespace corefile {

// Those of this node that descend from the given process, in the order of jobs and ranks. Empty if there are none: pid
// is not a launcher, or it has started nothing here.
std::vector<pid_t> processes_started_by(pid_t launcher);

}  // namespace corefile
