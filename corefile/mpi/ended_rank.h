#pragma once
// Infers the rank of a process that has ended without its launcher noticing.

#include <sys/types.h>

#include <optional>
#include <vector>

#include "corefile/mpi/job_identity.h"

namespace corefile {

// Returns the identity of a rank that is a zombie. A zombie has neither memory nor environment, but launchers start the
// ranks of a node one after the other. The zombie's rank is therefore its position among those children of the launcher
// that have its name. This is trusted only if there are as many such children as ranks in MPI_COMM_WORLD, and the
// position of each living one is its rank. Otherwise, or if the process is not a zombie, returns nothing.
std::optional<JobIdentity> identity_of_ended(pid_t pid);

// Returns the ended ranks of the launchers that have started `ranks`, as far as identity_of_ended() can infer their
// identity.
std::vector<pid_t> ended_beside(const std::vector<pid_t> &ranks);

}  // namespace corefile
