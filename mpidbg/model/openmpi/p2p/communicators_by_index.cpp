#include "mpidbg/model/openmpi/p2p/communicators_by_index.h"

#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/objects/context_ids.h"

namespace mpidbg::model::openmpi {

Result<Address> CommunicatorsByIndex::find(std::uint64_t index) {
  if (!known_) {
    std::unordered_map<std::uint64_t, Address> known;
    constexpr std::uint64_t null = 2;  // the index of MPI_COMM_NULL
    for (const Address handle : handles_.communicators.all()) {
      MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().communicator, handle));
      const std::uint64_t own = own_index(view);
      if (own != null) known.emplace(own, handle);
    }
    known_ = std::move(known);
  }
  const auto found = known_->find(index);
  return found == known_->end() ? Address{} : found->second;
}

}  // namespace mpidbg::model::openmpi
