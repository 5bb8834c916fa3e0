#pragma once
// Determines the job and rank of a process from the launcher's environment variables: Open MPI's OMPI_COMM_WORLD_RANK,
// _SIZE, PMIX_NAMESPACE, PMIX_RANK; MPICH's PMI_RANK, PMI_SIZE.

#include <optional>
#include <string>

#include "corefile/process/environment.h"
#include "corefile/process/process.h"

namespace corefile {

struct JobIdentity {
  std::optional<int> world_rank;
  std::optional<int> world_size;
  std::string job;   // name of the job, empty if unknown
  std::string host;  // where it runs or ran, empty if unknown
};

// Texts that are not nonnegative whole numbers are unknown.
JobIdentity identity_in(const Environment &environment);

// By the variables that the process was started with; where they name no rank, by those that it has now.
JobIdentity job_identity(const Process &process);

}  // namespace corefile
