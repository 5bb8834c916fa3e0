#include "mpidbg/model/openmpi/p2p/ob1_comm.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/objects/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

bool allows_overtaking(const View<CommunicatorLayout> &comm) {
  std::uint32_t promises = comm.get(&CommunicatorLayout::c_assertions).value_or(0);
  if (comm.has(&CommunicatorLayout::c_index)) promises |= comm.get(&CommunicatorLayout::c_flags);
  return (promises & constants::comm_allows_overtaking) != 0;
}

}  // namespace

Result<Ob1Comm> read_ob1_comm(Objects &objects, Address communicator, std::size_t size) {
  const Layouts &layouts = objects.layouts();
  MPIDBG_ASSIGN(comm, objects.read_object(layouts.communicator, communicator));
  const Address record = comm.get(&CommunicatorLayout::c_pml_comm);
  if (record.is_null()) {
    if ((comm.get(&CommunicatorLayout::c_flags) & constants::comm_pml_added) == 0) return Ob1Comm{};
    return Error{ErrorCode::corrupt,
                 "ompi_communicator_t at " + hex(communicator) + " has c_pml_comm 0, and its flags say that it has one",
                 communicator};
  }
  MPIDBG_ASSIGN(view, objects.read_object(layouts.ob1_comm, record, "mca_pml_ob1_comm_t"));
  Ob1Comm result;
  result.allows_overtaking = allows_overtaking(comm);
  result.wild_receives = view.address_of(&Ob1CommLayout::wild_receives);
  const std::uint64_t count = view.get(&Ob1CommLayout::num_procs);
  if (count > limits::group_members || count != size) {
    return Error{ErrorCode::corrupt,
                 "mca_pml_ob1_comm_t at " + hex(record) + " claims " + std::to_string(count) +
                     " processes, the group of its communicator has " + std::to_string(size),
                 record};
  }
  if (count == 0) return result;
  MPIDBG_ASSIGN(procs,
                objects.memory().read_pointers(view.get(&Ob1CommLayout::procs), count, "mca_pml_ob1_comm_t.procs"));
  for (std::size_t rank = 0; rank < procs.size(); ++rank) {
    if (procs[rank].is_null()) continue;
    const auto proc = objects.read_object(layouts.ob1_comm_proc, procs[rank]);
    if (!proc) {
      if (!result.damage) result.damage = proc.error();
      continue;
    }
    result.peers.push_back({static_cast<int>(rank), proc->address_of(&Ob1CommProcLayout::specific_receives),
                            proc->address_of(&Ob1CommProcLayout::unexpected_frags),
                            proc->get(&Ob1CommProcLayout::frags_cant_match),
                            static_cast<std::uint16_t>(proc->get(&Ob1CommProcLayout::send_sequence)),
                            proc->get(&Ob1CommProcLayout::expected_sequence)});
  }
  return result;
}

Result<const Ob1Comm *> Ob1CommCache::read(Address communicator, std::size_t size) {
  if (!record_ || communicator_ != communicator) {
    record_.reset();
    MPIDBG_ASSIGN(record, read_ob1_comm(objects_, communicator, size));
    communicator_ = communicator;
    record_ = std::move(record);
  }
  return &*record_;
}

}  // namespace mpidbg::model::openmpi
