#include "mpidbg/model/openmpi/p2p/ucx_endpoints.h"

#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/proc_endpoints.h"

namespace mpidbg::model::openmpi {

void UcxEndpoints::clear() {
  groups_.clear();
}

Result<std::optional<std::int32_t>> UcxEndpoints::rank_of(Address endpoint, Address remote_group) {
  MPIDBG_ASSIGN(known, ranks(remote_group));
  const auto found = known->find(endpoint);
  return found == known->end() ? std::nullopt : std::optional<std::int32_t>(found->second);
}

Result<const UcxEndpoints::Ranks *> UcxEndpoints::ranks(Address group) {
  if (const auto known = groups_.find(group); known != groups_.end()) return &known->second;
  MPIDBG_ASSIGN(processes, handles_.groups.processes(group));
  Ranks ranks;
  MPIDBG_TRY(visit_endpoints(process_, processes, [&](Address endpoint, std::int32_t rank) {
    ranks.emplace(endpoint, rank);
    return Status();
  }));
  return &groups_.emplace(group, std::move(ranks)).first->second;
}

}  // namespace mpidbg::model::openmpi
