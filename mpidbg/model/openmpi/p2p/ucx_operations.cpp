#include "mpidbg/model/openmpi/p2p/ucx_operations.h"

#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/send_modes.h"
#include "mpidbg/model/openmpi/p2p/ucx_tag.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

ucx::Envelope UcxOperations::decode_tag(std::uint64_t tag, std::uint64_t mask) const {
  return decode_ucx_tag(tag, mask);
}

bool UcxOperations::is_of_library(const ucx::Envelope &envelope) const {
  return envelope.tag && *envelope.tag < 0;
}

int UcxOperations::world_rank(const ProcessName &process) const {
  return handles_.world.rank_of(process);
}

Result<std::optional<std::int32_t>> UcxOperations::receiver(Address endpoint, const ucx::CommunicatorPeers &where) {
  return endpoints_.rank_of(endpoint, where.communicator.remote_group.address());
}

Status UcxOperations::read_persistent(Address handle, const ucx::CommunicatorPeers *where, Operation &operation) {
  operation = Operation{};
  MPIDBG_TRY(fill_persistent(handle, operation));
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().ucx_persistent_request, handle));
  MPIDBG_ASSIGN(request, process_.objects.base_of(view, process_.layouts().request));
  const bool inactive = request.get(&RequestLayout::req_state) == constants::request_inactive;
  const bool is_send = (view.get(&UcxPersistentRequestLayout::flags) & constants::ucx_persistent_send) != 0;
  operation.is_send = is_send;
  operation.queue = inactive ? Queue::inactive : is_send ? Queue::sends : Queue::receives;
  operation.complete = !inactive;
  operation.buffer = view.get(&UcxPersistentRequestLayout::buffer);
  const std::uint64_t tag = view.get(&UcxPersistentRequestLayout::tag);
  if (is_send) {
    fill_tag(decode_ucx_tag(tag), where, operation);
    return fill_receiver(view.get(&UcxPersistentRequestLayout::send_endpoint), where, operation);
  }
  const ucx::Envelope envelope = decode_ucx_tag(tag, view.get(&UcxPersistentRequestLayout::receive_mask));
  fill_tag(envelope, where, operation);
  return fill_peer(envelope.source, where, operation);
}

// What the request of the MPI library says. A blocking call has none: the request of UCX is on the stack of the thread
// that waits for it.
Status UcxOperations::fill_request(const ucx::Request &request, Operation &operation) {
  operation.freed = request.released;
  if (request.on_stack) {
    operation.record = request.request;
    operation.waiter = request.request;
    return {};
  }
  MPIDBG_ASSIGN(owned, requests_.owner_of(request));
  if (owned.owner == UcxRequests::Owner::nobody) {
    operation.record = request.request;
    operation.send_mode = SendMode::buffered;
    operation.buffer_is_library_memory = true;
    return {};
  }
  operation.request = owned.handle;
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().request, owned.handle));
  const Address complete = view.get(&RequestLayout::req_complete);
  if (complete.value() > constants::request_completed) operation.waiter = complete;
  operation.complete = request.complete;
  return owned.owner == UcxRequests::Owner::persistent ? fill_persistent(owned.handle, operation) : Status();
}

Status UcxOperations::fill_persistent(Address handle, Operation &operation) {
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().ucx_persistent_request, handle));
  operation.request = handle;
  operation.persistent = true;
  operation.count = view.get(&UcxPersistentRequestLayout::count);
  if ((view.get(&UcxPersistentRequestLayout::flags) & constants::ucx_persistent_send) != 0) {
    operation.send_mode = send_mode(view.get(&UcxPersistentRequestLayout::send_mode));
  }
  MPIDBG_ASSIGN(size, fill_datatype(view.get(&UcxPersistentRequestLayout::ompi_datatype), operation));
  std::uint64_t bytes = 0;
  if (fault_.ok() && !__builtin_mul_overflow(*operation.count, size, &bytes)) operation.bytes = bytes;
  return {};
}

// One that cannot be read has no size, which costs the count of elements.
Result<std::uint64_t> UcxOperations::fill_datatype(Address datatype, Operation &operation) {
  operation.datatype = datatype;
  const auto type = handles_.datatypes.summary(datatype);
  operation.datatype_named = type && !(*type)->name.empty();
  operation.datatype_name = operation.datatype_named ? (*type)->name : "datatype " + hex(datatype);
  if (type) return (*type)->size;
  fault_ = Error{ErrorCode::corrupt, "the datatype of a request: " + type.error().message, datatype};
  return 0;
}

Status UcxOperations::take_fault() {
  return std::exchange(fault_, Status());
}

}  // namespace mpidbg::model::openmpi
