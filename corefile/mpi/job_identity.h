#pragma once
// Determines the job and rank of a process from the launcher's environment variables: Open MPI's OMPI_COMM_WORLD_RANK,
// _SIZE, PMIX_NAMESPACE, PMIX_RANK; MPICH's PMI_RANK, PMI_SIZE.

#include <optional>
#include <string>

#include "corefile/process/environment.h"
#include "corefile/process/process.h"

namespace corefile {

// The place of a process in its job. Members that the environment does not contain are empty.
struct JobIdentity {
  std::optional<int> world_rank;
  std::optional<int> world_size;
  std::string job;   // name of the job; empty if unknown
  std::string host;  // host on which the process runs or ran; empty if unknown
};

// Reads the identity from the variables. A rank or size that is not a nonnegative whole number counts as unknown.
JobIdentity identity_in(const Environment &environment);

// Reads the identity from the environment with which the process was started. If that contains no rank, reads it from
// the present environment.
JobIdentity job_identity(const Process &process);

}  // namespace corefile
