#include "mpidbg/model/ucx/operation_reader.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model::ucx {

namespace {

constexpr std::uint64_t every_bit = ~std::uint64_t{0};

}  // namespace

Status OperationReader::read_receive(const Receive &receive, const CommunicatorPeers *where, Operation &operation,
                                     Address object_class) {
  operation = Operation{};
  operation.queue = Queue::receives;
  MPIDBG_TRY(check_receive(receive));
  MPIDBG_TRY(fill_payload(receive.payload, operation));
  MPIDBG_TRY(fill_request(receive, object_class, operation));
  operation.sequence = receive.sequence;
  const Envelope envelope =
      receive.matched ? decode_tag(receive.message_tag, every_bit) : decode_tag(receive.tag, receive.mask);
  fill_tag(envelope, where, operation);
  if (receive.matched && receive.message_bytes >= limits::message_bytes) {
    return Error{
        ErrorCode::corrupt,
        "ucp_request at " + hex(receive.request) + " has matched a message of " + hex(receive.message_bytes) + " bytes",
        receive.request};
  }
  if (receive.matched) {
    operation.matched = true;
    operation.protocol = receive.bytes_done ? Protocol::eager : Protocol::rendezvous;
    operation.bytes = receive.message_bytes;
    operation.bytes_done = receive.bytes_done.value_or(0);
  }
  return fill_peer(envelope.source, where, operation);
}

// Fills in the operation of a send. If it is not synchronous, it is taken for a standard send, because to UCX,
// MPI_Rsend (and in some libraries MPI_Bsend) looks like MPI_Send.
Status OperationReader::read_send(const Send &send, const CommunicatorPeers *where, Operation &operation) {
  operation = Operation{};
  operation.queue = Queue::sends;
  operation.is_send = true;
  if (where != nullptr) check_send(send, *where);
  MPIDBG_TRY(fill_payload(send.payload, operation));
  fill_tag(decode_tag(send.tag, every_bit), where, operation);
  operation.send_mode = send.synchronous ? SendMode::synchronous : SendMode::standard;
  operation.bytes_done = send.bytes_done;
  MPIDBG_TRY(fill_request(send, Address(), operation));
  return fill_receiver(send.endpoint, where, operation);
}

Status OperationReader::read_message(const Message &message, const CommunicatorPeers *where, Operation &operation) {
  operation = Operation{};
  operation.queue = where == nullptr ? Queue::unclaimed : Queue::unexpected;
  const Envelope envelope = decode_tag(message.tag, every_bit);
  fill_tag(envelope, where, operation);
  operation.record = message.descriptor;
  operation.bytes = message.bytes;
  operation.protocol = message.rendezvous ? Protocol::rendezvous : Protocol::eager;
  if (message.synchronous) operation.send_mode = SendMode::synchronous;
  operation.buffer = message.payload;
  operation.buffer_is_library_memory = true;
  return fill_peer(envelope.source, where, operation);
}

Status OperationReader::read_probe(const Envelope &asked, const CommunicatorPeers &where, Operation &operation) const {
  operation = Operation{};
  operation.queue = Queue::receives;
  operation.is_probe = true;
  fill_tag(asked, &where, operation);
  return fill_peer(asked.source, &where, operation);
}

Result<bool> OperationReader::read_entry(const Entries &entries, std::size_t place, const CommunicatorPeers *where,
                                         Operation &operation) {
  const auto &[posted, matched, sends, messages, problem] = entries;
  Status status;
  if (place < posted.size()) {
    if (const auto known = source_.known_receive(posted[place])) {
      status = read_receive(known->receive, where, operation, known->object_class);
    } else {
      MPIDBG_ASSIGN(receive, source_.receive(posted[place]));
      status = read_receive(receive, where, operation);
    }
  } else if (place -= posted.size(); place < matched.size()) {
    status = read_receive(matched[place], where, operation);
  } else if (place -= matched.size(); place < sends.size()) {
    status = read_send(sends[place], where, operation);
  } else if (place -= sends.size(); place < messages.size()) {
    MPIDBG_ASSIGN(message, source_.message(messages[place].descriptor));
    status = read_message(message, where, operation);
  } else {
    return false;
  }
  if (!status) return status.error();
  return true;
}

// Copies the facts to the request. If the receive has matched, `operation` has source, tag and size of the matched
// message.
void OperationReader::fill_pending(const Operation &operation, const Receive *receive, model::Request &request) const {
  request.send_mode = operation.send_mode;
  request.buffer = operation.buffer;
  request.bytes = operation.bytes;
  request.bytes_done = operation.bytes_done;
  request.any_source = operation.any_source;
  request.any_tag = operation.any_tag;
  const RequestPeer peer{operation.comm_rank, operation.world_rank, operation.peer};
  if (receive != nullptr && operation.matched) {
    const Envelope posted = decode_tag(receive->tag, receive->mask);
    request.any_source = !posted.source;
    request.any_tag = !posted.tag;
    request.matched = MatchedMessage{peer, operation.tag, operation.bytes};
    request.bytes = receive->payload.bytes;
    request.transfer_started = true;
  }
  if (!request.any_source && operation.comm_rank >= 0) request.peer = peer;
  if (!request.any_tag) request.tag = operation.tag;
}

void OperationReader::fill_tag(const Envelope &envelope, const CommunicatorPeers *where, Operation &operation) const {
  constexpr std::int32_t any_tag = -1;  // the value of MPI_ANY_TAG in all libraries that use UCX
  operation.context_id = where == nullptr ? envelope.context_id : where->communicator.context_id;
  operation.any_tag = !envelope.tag;
  operation.tag = envelope.tag.value_or(any_tag);
  operation.internal = is_of_library(envelope) || (where != nullptr && where->communicator.internal);
  if (operation.internal) operation.collective = collective(envelope);
}

Status OperationReader::fill_peer(std::optional<std::int32_t> rank, const CommunicatorPeers *where,
                                  Operation &operation) const {
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
  operation.world_rank = world_rank(operation.peer);
  return {};
}

Status OperationReader::fill_receiver(Address endpoint, const CommunicatorPeers *where, Operation &operation) {
  if (where == nullptr) return {};
  MPIDBG_ASSIGN(rank, receiver(endpoint, *where));
  if (rank) return fill_peer(rank, where, operation);
  miss_receiver(endpoint, *where);
  return {};
}

// Fills in buffer, size and datatype. The datatype stays unknown if it has no gaps, because the MPI library then passes
// plain bytes to UCX.
Status OperationReader::fill_payload(const Payload &payload, Operation &operation) {
  operation.buffer = payload.buffer;
  operation.bytes = payload.bytes;
  if (payload.datatype.is_null()) return {};
  MPIDBG_ASSIGN(size, fill_datatype(payload.datatype, operation));
  if (size != 0 && payload.bytes % size == 0) operation.count = payload.bytes / size;
  return {};
}

}  // namespace mpidbg::model::ucx
