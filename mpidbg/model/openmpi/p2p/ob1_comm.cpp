#include "mpidbg/model/openmpi/p2p/ob1_comm.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/objects/constants.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

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
  result.wild_receives = view.address_of(&Ob1CommLayout::wild_receives);
  const std::uint64_t count = view.get(&Ob1CommLayout::num_procs);
  if (count > limits::group_members || count != size) {
    return Error{ErrorCode::corrupt,
                 "mca_pml_ob1_comm_t at " + hex(record) + " claims " + std::to_string(count) +
                     " processes, the group of its communicator has " + std::to_string(size),
                 record};
  }
  if (count != 0) {
    MPIDBG_ASSIGN(procs,
                  objects.memory().read_pointers(view.get(&Ob1CommLayout::procs), count, "mca_pml_ob1_comm_t.procs"));
    result.procs = std::move(procs);
  }
  return result;
}

Result<std::vector<Channel>> read_ob1_channels(Objects &objects, Address communicator, std::size_t size) {
  std::vector<Channel> channels;
  MPIDBG_ASSIGN(record, read_ob1_comm(objects, communicator, size));
  for (std::size_t rank = 0; rank < record.procs.size(); ++rank) {
    const Address proc = record.procs[rank];
    if (proc.is_null()) continue;
    MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().ob1_comm_proc, proc));
    Channel channel;
    channel.comm_rank = static_cast<int>(rank);
    channel.sent = static_cast<std::uint16_t>(view.get(&Ob1CommProcLayout::send_sequence));
    channel.taken = static_cast<std::uint16_t>(view.get(&Ob1CommProcLayout::expected_sequence) - 1);
    channels.push_back(channel);
  }
  return channels;
}

}  // namespace mpidbg::model::openmpi
