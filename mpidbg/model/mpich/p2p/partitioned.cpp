#include "mpidbg/model/mpich/p2p/partitioned.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/datatypes/program_datatype.h"
#include "mpidbg/model/mpich/p2p/noted_envelope.h"

namespace mpidbg::model::mpich {

namespace {

// Determines how many partitions are ready. The counter `missing` includes one for each partition that is not ready,
// and one until the receiver has started. `knows_receiver` is false if the receiver has never started. If it is true,
// the receiver may or may not have started again.
void find_ready(std::int64_t missing, bool knows_receiver, Partitions &partitions) {
  const std::int64_t count = partitions.count;
  if (missing < 1 || missing > count + 1) return;
  const std::int64_t at_most = count + 1 - missing;
  if (!knows_receiver || at_most == 0) {
    partitions.ready = static_cast<std::uint32_t>(at_most);
    return;
  }
  partitions.ready = static_cast<std::uint32_t>(at_most - 1);
  partitions.perhaps_one_more = true;
}

}  // namespace

Result<PartitionedRequest> read_partitioned(const Attachment &process, const layout::View<RequestLayout> &request) {
  using Layout = PartitionedRequestLayout;
  MPIDBG_ASSIGN(device, request.part(&RequestLayout::dev, process.layouts.device_request));
  MPIDBG_ASSIGN(own, device.part(&DeviceRequestLayout::ch4, process.layouts.partitioned_request));
  MPIDBG_ASSIGN(match, own.part(&Layout::am, process.layouts.partitioned_match));
  PartitionedRequest result;
  result.is_send = request.get(&RequestLayout::kind) == layout::mpich::request_partitioned_send;
  const Address state = request.address_of(&RequestLayout::part);
  MPIDBG_ASSIGN(active, process.memory.read_int32(state + 4, "MPIR_Request.u.part.active_flag"));
  result.active = active != 0;
  if (result.is_send) {
    result.peer = own.get(&Layout::destination);
  } else if (const auto tag = own.get(&Layout::tag)) {
    MPIDBG_ASSIGN(source, process.memory.read_int32(own.address_of(&Layout::source), "MPIDI_part_request_t.u.recv"));
    result.peer = source;
    result.tag = *tag;
  } else {
    MPIDBG_ASSIGN(envelope, read_noted_envelope(process, request));
    result.peer = envelope.source;
    result.tag = envelope.tag;
  }
  result.buffer = own.get(&Layout::buffer);
  result.datatype = program_datatype(own.get(&Layout::datatype));
  // A request that announces another process's MPI_Psend_init has no partitions; the field contains older data.
  if (request.get(&RequestLayout::comm).is_null()) return result;
  MPIDBG_ASSIGN(partitions, process.memory.read_int32(state, "MPIR_Request.u.part.partitions"));
  if (partitions < 0) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Request.u.part.partitions at " + hex(request.address()) + " is " + std::to_string(partitions),
                 request.address()};
  }
  result.partitions.count = static_cast<std::uint32_t>(partitions);
  if (__builtin_mul_overflow(own.get(&Layout::count), std::int64_t{partitions}, &result.count)) result.count = -1;
  const bool knows_peer = !match.get(&PartitionedMatchLayout::peer_req_ptr).is_null();
  if (result.is_send) {
    find_ready(match.get(&PartitionedMatchLayout::missing), knows_peer, result.partitions);
  } else {
    result.partitions.met_none = !knows_peer;
  }
  return result;
}

Address completes(const Attachment &process, const layout::View<RequestLayout> &request) {
  if (const auto counter = request.get(&RequestLayout::completion_notification)) return *counter;
  const auto device = request.part(&RequestLayout::dev, process.layouts.device_request);
  return device ? device->get(&DeviceRequestLayout::completion_notification).value_or(Address()) : Address();
}

}  // namespace mpidbg::model::mpich
