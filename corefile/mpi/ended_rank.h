#pragma once
// Which rank a process was that has ended and that its launcher has not taken notice of yet.

#include <sys/types.h>

#include <optional>
#include <vector>

#include "corefile/mpi/job_identity.h"

namespace corefile {

// A zombie has neither memory nor environment. Its launcher starts the ranks of a node one after the other, so where it
// has as many children of the zombie's name as MPI_COMM_WORLD has ranks, and each that lives has the rank of its place
// among them, the zombie has the rank of its own place. Returns nothing otherwise, or if the process is not a zombie.
std::optional<JobIdentity> identity_of_ended(pid_t pid);

// Ranks that have ended, among the other children of the launchers of these ranks; only those whose rank is certain.
std::vector<pid_t> ended_beside(const std::vector<pid_t> &ranks);

}  // namespace corefile
