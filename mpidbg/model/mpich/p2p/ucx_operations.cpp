#include "mpidbg/model/mpich/p2p/ucx_operations.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

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
  // MPICH sends for MPI_Rsend and MPI_Bsend as it does for MPI_Send.
  operation.send_mode = send.synchronous ? SendMode::synchronous : SendMode::standard;
  operation.bytes_done = send.bytes_done;
  MPIDBG_TRY(fill_request(send, operation));
  if (where == nullptr) return {};
  MPIDBG_ASSIGN(rank, receiver(send, *where));
  return rank ? fill_peer(rank, where, operation) : Status();
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

// UCX is given it along with a receive; a send has it in the memory behind the request.
Result<Address> UcxOperations::object_of(const ucx::Request &request) const {
  if (!request.is_send) return request.user_data;
  return process_.memory.read_pointer(request.handle, "MPIDI_UCX_ucp_request_t.req");
}

std::optional<std::int32_t> UcxOperations::rank_of(const ProcessName &process, const UcxCommunicator &where) {
  const auto key = [](const ProcessName &name) { return std::uint64_t{name.job} << 32 | name.rank; };
  const auto [known, is_new] = ranks_.try_emplace(where.communicator.handle);
  auto &ranks = known->second;
  if (is_new) {
    ranks.reserve(where.peers->size());
    for (std::size_t i = 0; i < where.peers->size(); ++i) {
      ranks.emplace(key((*where.peers)[i]), static_cast<std::int32_t>(i));
    }
  }
  const auto found = ranks.find(key(process));
  return found == ranks.end() ? std::nullopt : std::optional(found->second);
}

Result<std::optional<std::int32_t>> UcxOperations::receiver(const ucx::Send &send, const UcxCommunicator &where) {
  MPIDBG_ASSIGN(process, endpoints_.process_of(send.endpoint, worker_));
  return process ? rank_of(*process, where) : std::nullopt;
}

void UcxOperations::fill_tag(const ucx::Envelope &envelope, const UcxCommunicator *where, Operation &operation) {
  operation.context_id = where == nullptr ? envelope.context_id : where->communicator.context_id;
  operation.any_tag = !envelope.tag;
  operation.tag = envelope.tag.value_or(constants::any_tag);
  operation.internal = is_of_collective(envelope.context_id) || (where != nullptr && where->communicator.internal);
}

// What the request of MPI says. That of a persistent request, which has all arguments, is the one that the program has.
Status UcxOperations::fill_request(const ucx::Request &request, Operation &operation) {
  operation.complete = request.complete;
  MPIDBG_ASSIGN(object, object_of(request));
  operation.request = handles_.requests.owner_of(object);
  if (operation.request.is_null()) {
    operation.record = request.request;
    return {};
  }
  MPIDBG_ASSIGN(record,
                handles_.pools.find(ObjectKind::request, static_cast<std::uint32_t>(operation.request.value())));
  operation.record = record;
  MPIDBG_ASSIGN(head, handles_.requests.read_head(operation.request));
  operation.freed = head.freed;
  if (!head.persistent) return {};
  operation.persistent = true;
  operation.count = head.count;
  operation.datatype = head.datatype;
  operation.datatype_name = head.datatype_name;
  operation.datatype_named = head.datatype_named;
  if (operation.is_send) operation.send_mode = head.send_mode;
  return {};
}

// UCX is given bytes where the datatype has no gaps, and does not know its name then.
Status UcxOperations::fill_payload(const ucx::Payload &payload, Operation &operation) {
  operation.buffer = payload.buffer;
  operation.bytes = payload.bytes;
  if (payload.datatype.is_null()) return {};
  const auto handle = handles_.pools.handle_of(ObjectKind::datatype, payload.datatype);
  if (!handle) return {};  // freed, and kept alive by the operation
  operation.datatype = Handle(*handle, 4);
  operation.datatype_name = handles_.datatypes.name(operation.datatype);
  operation.datatype_named = !operation.datatype_name.empty();
  if (!operation.datatype_named) operation.datatype_name = "datatype " + hex(operation.datatype);
  MPIDBG_ASSIGN(type, handles_.datatypes.record(operation.datatype));
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
                     std::to_string(where->peers->size()) + " (communicator " + hex(where->communicator.handle) + ")",
                 operation.record};
  }
  operation.peer = (*where->peers)[static_cast<std::size_t>(*rank)];
  operation.world_rank = handles_.world.rank_of(operation.peer);
  return {};
}

}  // namespace mpidbg::model::mpich
