#include "corefile/mpi/job_identity.h"

#include <initializer_list>
#include <string_view>

#include "mpidbg/base/whole_number.h"

namespace corefile {

namespace {

std::string text(const Environment &environment, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const auto it = environment.find(name);
    if (it != environment.end() && !it->second.empty()) return it->second;
  }
  return {};
}

std::optional<int> number(const Environment &environment, std::initializer_list<std::string_view> names) {
  const auto value = mpidbg::whole_number<int>(text(environment, names));
  return value && *value >= 0 ? value : std::nullopt;
}

}  // namespace

JobIdentity identity_in(const Environment &environment) {
  JobIdentity identity;
  identity.world_rank = number(environment, {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "PMI_ID"});
  identity.world_size = number(environment, {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"});
  identity.job = text(environment, {"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID"});
  // HOSTNAME is tried last, because a launcher may have passed on its value from the node on which the launcher runs.
  identity.host =
      text(environment, {"PMIX_HOSTNAME", "MPIR_CVAR_CH3_INTERFACE_HOSTNAME", "SLURMD_NODENAME", "HOSTNAME"});
  return identity;
}

JobIdentity job_identity(const Process &process) {
  JobIdentity at_start = identity_in(process.initial_environment());
  if (at_start.world_rank) return at_start;
  const Environment current = process.current_environment();
  return current.empty() ? at_start : identity_in(current);
}

}  // namespace corefile
