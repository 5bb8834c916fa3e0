#pragma once
// Infers the rank of a process that has ended without its launcher noticing.

#include <sys/types.h>

#include <optional>
#include <vector>

#include "corefile/mpi/job_identity.h"

namespace corefile {

// Returns the identity of a rank that is a zombie. A zombie has neither memory nor environment, but launchers start the
// ranks of a node one after the other. If the launcher has as many children with the zombie's name as MPI_COMM_WORLD
// has ranks, and the rank of each living child is its position among these children, the zombie's rank is its position,
// too. Otherwise, or if the process is not a zombie, returns nothing.
std::optional<JobIdentity> identity_of_ended(pid_t pid);

// Returns the ended ranks that have the same launchers as `ranks` and whose identity identity_of_ended() can infer.
std::vector<pid_t> ended_beside(const std::vector<pid_t> &ranks);

}  // namespace corefile
