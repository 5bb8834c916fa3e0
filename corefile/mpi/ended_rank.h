#pragma once
// Infers the rank of a process that has ended without its launcher noticing.

#include <sys/types.h>

#include <optional>
#include <vector>

#include "corefile/mpi/job_identity.h"

namespace corefile {

// A zombie has neither memory nor environment, but launchers start the ranks of a node one after the other. If the
// launcher has as many children with the zombie's name as MPI_COMM_WORLD has ranks, and each living one has the rank of
// its position among them, the zombie has the rank of its own position. Otherwise, or if the process is not a zombie,
// returns nothing.
std::optional<JobIdentity> identity_of_ended(pid_t pid);

// Returns those other children of the ranks' launchers that are ended ranks whose number is certain.
std::vector<pid_t> ended_beside(const std::vector<pid_t> &ranks);

}  // namespace corefile
