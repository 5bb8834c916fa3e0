#include "mpidbg/model/openmpi/p2p/ucx_operations.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/send_modes.h"
#include "mpidbg/model/openmpi/p2p/ucx_tag.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

Status UcxOperations::read_receive(const ucx::Receive &receive, const UcxCommunicator *where, Operation &operation) {
  operation = Operation{};
  operation.queue = Queue::receives;
  MPIDBG_TRY(fill_payload(receive.payload, operation));
  MPIDBG_TRY(fill_request(receive, operation));
  operation.sequence = receive.sequence;
  if (!receive.matched) {
    const ucx::Envelope envelope = decode_ucx_tag(receive.tag, receive.mask);
    fill_tag(envelope, where, operation);
    return fill_peer(envelope.source, where, operation);
  }
  const ucx::Envelope envelope = decode_ucx_tag(receive.message_tag);
  fill_tag(envelope, where, operation);
  operation.matched = true;
  operation.protocol = receive.bytes_done ? Protocol::eager : Protocol::rendezvous;
  operation.bytes = receive.message_bytes;
  operation.bytes_done = receive.bytes_done.value_or(0);
  return fill_peer(envelope.source, where, operation);
}

Status UcxOperations::read_send(const ucx::Send &send, const UcxCommunicator *where, Operation &operation) {
  operation = Operation{};
  operation.queue = Queue::sends;
  operation.is_send = true;
  MPIDBG_TRY(fill_payload(send.payload, operation));
  fill_tag(decode_ucx_tag(send.tag), where, operation);
  // UCX does not know of MPI_Rsend: it sends as MPI_Send does.
  operation.send_mode = send.synchronous ? SendMode::synchronous : SendMode::standard;
  operation.bytes_done = send.bytes_done;
  MPIDBG_TRY(fill_request(send, operation));
  return fill_receiver(send.endpoint, where, operation);
}

Status UcxOperations::read_message(const ucx::Message &message, const UcxCommunicator *where, Operation &operation) {
  operation = Operation{};
  operation.queue = where == nullptr ? Queue::unclaimed : Queue::unexpected;
  const ucx::Envelope envelope = decode_ucx_tag(message.tag);
  fill_tag(envelope, where, operation);
  operation.record = message.descriptor;
  operation.bytes = message.bytes;
  operation.protocol = message.rendezvous ? Protocol::rendezvous : Protocol::eager;
  if (message.synchronous) operation.send_mode = SendMode::synchronous;
  operation.buffer = message.payload;
  operation.buffer_is_library_memory = true;
  return fill_peer(envelope.source, where, operation);
}

Status UcxOperations::read_persistent(Address handle, const UcxCommunicator *where, Operation &operation) {
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

void UcxOperations::fill_tag(const ucx::Envelope &envelope, const UcxCommunicator *where, Operation &operation) {
  operation.context_id = envelope.context_id;
  operation.any_tag = !envelope.tag;
  operation.tag = envelope.tag.value_or(constants::any_tag);
  operation.internal = (where != nullptr && where->communicator.internal) || (envelope.tag && *envelope.tag < 0);
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
  MPIDBG_TRY(fill_datatype(view.get(&UcxPersistentRequestLayout::ompi_datatype), operation));
  const auto type = handles_.datatypes.summary(operation.datatype.address());
  std::uint64_t bytes = 0;
  if (type && !__builtin_mul_overflow(*operation.count, (*type)->size, &bytes)) operation.bytes = bytes;
  return {};
}

Status UcxOperations::fill_datatype(Address datatype, Operation &operation) {
  MPIDBG_ASSIGN(type, handles_.datatypes.summary(datatype));
  operation.datatype = datatype;
  operation.datatype_named = !type->name.empty();
  operation.datatype_name = operation.datatype_named ? type->name : "datatype " + hex(datatype);
  return {};
}

// UCX is given bytes where the datatype has no gaps, and does not know its name then.
Status UcxOperations::fill_payload(const ucx::Payload &payload, Operation &operation) {
  operation.buffer = payload.buffer;
  operation.bytes = payload.bytes;
  if (payload.datatype.is_null()) return {};
  MPIDBG_TRY(fill_datatype(payload.datatype, operation));
  MPIDBG_ASSIGN(type, handles_.datatypes.summary(payload.datatype));
  if (type->size != 0 && payload.bytes % type->size == 0) operation.count = payload.bytes / type->size;
  return {};
}

Status UcxOperations::fill_peer(std::optional<std::int32_t> rank, const UcxCommunicator *where, Operation &operation) {
  if (!rank) {
    operation.any_source = true;
    return {};
  }
  operation.comm_rank = *rank;
  if (where == nullptr) return {};
  if (static_cast<std::size_t>(*rank) >= where->peers->size()) {
    return Error{ErrorCode::corrupt,
                 "a tag of UCX names rank " + std::to_string(*rank) + " in a group of " +
                     std::to_string(where->peers->size()) + " (communicator at " + hex(where->communicator.handle) +
                     ")",
                 operation.record};
  }
  operation.peer = (*where->peers)[static_cast<std::size_t>(*rank)];
  operation.world_rank = handles_.world.rank_of(operation.peer);
  return {};
}

Status UcxOperations::fill_receiver(Address endpoint, const UcxCommunicator *where, Operation &operation) {
  if (where == nullptr) return {};
  MPIDBG_ASSIGN(rank, endpoints_.rank_of(endpoint, where->communicator.remote_group.address()));
  return rank < 0 ? Status() : fill_peer(rank, where, operation);
}

}  // namespace mpidbg::model::openmpi
