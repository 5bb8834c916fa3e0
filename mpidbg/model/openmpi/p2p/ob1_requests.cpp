#include "mpidbg/model/openmpi/p2p/ob1_requests.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/p2p/send_modes.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

Result<Ob1Requests::Fault> Ob1Requests::read(Address request, Queue queue, Operation &operation) {
  MPIDBG_ASSIGN(view, context_.objects.read_object(context_.objects.layouts().pml_request, request));
  return fill(view, queue, operation);
}

Result<Ob1Requests::Fault> Ob1Requests::read_posted(Address request, std::optional<int> peer, Operation &operation) {
  MPIDBG_ASSIGN(view, context_.objects.read_object(context_.objects.layouts().pml_request, request));
  const Address communicator = view.get(&PmlRequestLayout::req_comm);
  if (communicator != communicator_.handle.address()) {
    return Error{ErrorCode::corrupt,
                 "the receive at " + hex(request) + " has req_comm " + hex(communicator) +
                     " and is posted on the communicator at " + hex(communicator_.handle),
                 request};
  }
  MPIDBG_ASSIGN(fault, fill(view, Queue::receives, operation));
  if (operation.is_send || operation.matched) {
    return Error{ErrorCode::corrupt,
                 "the request at " + hex(request) + " is posted and " +
                     (operation.is_send ? "a send" : "has req_match_received 1"),
                 request};
  }
  if (operation.any_source == !peer && (!peer || operation.comm_rank == *peer)) return fault;
  return Error{ErrorCode::corrupt,
               "the receive at " + hex(request) + " has req_peer " +
                   std::to_string(view.get(&PmlRequestLayout::req_peer)) + " and is in the list of " +
                   (peer ? "rank " + std::to_string(*peer) : "any source"),
               request};
}

Result<Ob1Requests::Fault> Ob1Requests::fill(const RequestView &view, Queue queue, Operation &operation) {
  const Layouts &layouts = context_.objects.layouts();
  MPIDBG_ASSIGN(request, context_.objects.base_of(view, layouts.request));

  operation = Operation{};
  operation.queue = queue;
  operation.request = view.address();
  operation.context_id = communicator_.context_id;
  operation.persistent = request.get(&RequestLayout::req_persistent);
  operation.freed = view.get(&PmlRequestLayout::req_free_called) != 0;
  operation.buffer = view.get(&PmlRequestLayout::req_addr);
  operation.tag = view.get(&PmlRequestLayout::req_tag);
  operation.sequence = view.get(&PmlRequestLayout::req_sequence);

  const Address complete = request.get(&RequestLayout::req_complete);
  operation.complete = queue != Queue::inactive && complete.value() == constants::request_completed;
  if (complete.value() > constants::request_completed) operation.waiter = complete;

  Fault fault;
  switch (view.get(&PmlRequestLayout::req_type)) {
    case constants::pml_send:
      operation.is_send = true;
      fault = fill_datatype(view, operation);
      MPIDBG_TRY(fill_send(view, operation));
      break;
    case constants::pml_recv:
      fault = fill_datatype(view, operation);
      MPIDBG_TRY(fill_receive(view, operation));
      break;
    case constants::pml_iprobe:
    case constants::pml_probe:
    case constants::pml_improbe:
    case constants::pml_mprobe:
      operation.is_probe = true;
      operation.request = Address{};  // a probe has no handle
      operation.record = view.address();
      MPIDBG_TRY(fill_receive(view, operation));
      break;
    default:
      return Error{ErrorCode::corrupt,
                   "mca_pml_base_request_t at " + hex(view.address()) + " has type " +
                       std::to_string(view.get(&PmlRequestLayout::req_type)),
                   view.address()};
  }
  operation.internal = communicator_.internal || (operation.tag < 0 && !operation.any_tag);
  return fault;
}

Status Ob1Requests::fill_send(const RequestView &view, Operation &operation) {
  const Layouts &layouts = context_.objects.layouts();
  MPIDBG_ASSIGN(send, context_.objects.base_of(view, layouts.pml_send_request));
  operation.send_mode = send_mode(send.get(&PmlSendRequestLayout::req_send_mode));
  operation.bytes = send.get(&PmlSendRequestLayout::req_bytes_packed);
  if (operation.queue != Queue::inactive) {
    MPIDBG_ASSIGN(ob1, context_.objects.base_of(view, layouts.ob1_send_request));
    operation.bytes_done = ob1.get(&Ob1SendRequestLayout::req_bytes_delivered);
  }
  return fill_peer(view.get(&PmlRequestLayout::req_peer), operation);
}

Status Ob1Requests::fill_receive(const RequestView &view, Operation &operation) {
  const Layouts &layouts = context_.objects.layouts();
  std::int32_t peer = view.get(&PmlRequestLayout::req_peer);
  operation.any_tag = operation.tag == constants::any_tag;
  if (operation.queue != Queue::inactive) {
    MPIDBG_ASSIGN(receive, context_.objects.base_of(view, layouts.ob1_receive_request));
    operation.matched = receive.get(&Ob1ReceiveRequestLayout::req_match_received);
    if (operation.matched) {
      MPIDBG_ASSIGN(request, context_.objects.base_of(view, layouts.request));
      MPIDBG_ASSIGN(status, request.part(&RequestLayout::req_status, layouts.status));
      peer = status.get(&StatusLayout::MPI_SOURCE);
      operation.tag = status.get(&StatusLayout::MPI_TAG);
      operation.any_tag = false;
      operation.protocol = Protocol::rendezvous;
      operation.bytes = receive.get(&Ob1ReceiveRequestLayout::req_bytes_expected);
      operation.bytes_done = receive.get(&Ob1ReceiveRequestLayout::req_bytes_received);
    }
  }
  return fill_peer(peer, operation);
}

Ob1Requests::Fault Ob1Requests::fill_datatype(const RequestView &view, Operation &operation) {
  const std::uint64_t count = view.get(&PmlRequestLayout::req_count);
  operation.count = count;
  operation.datatype = view.get(&PmlRequestLayout::req_datatype);
  auto type = context_.datatypes.summary(operation.datatype.address());
  if (!type) {
    // A request with 0 elements holds no reference to its datatype, which may have been freed.
    if (count == 0) {
      operation.datatype = Address{};
      operation.bytes = 0;
      return {};
    }
    operation.datatype_name = "datatype " + hex(operation.datatype);
    return Error{ErrorCode::corrupt,
                 "req_datatype of the request at " + hex(view.address()) + ": " + type.error().message, view.address()};
  }
  operation.datatype_named = !(*type)->name.empty();
  operation.datatype_name = operation.datatype_named ? (*type)->name : "datatype " + hex(operation.datatype);
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, (*type)->size, &bytes)) {
    return Error{ErrorCode::corrupt,
                 "mca_pml_base_request_t at " + hex(view.address()) + " claims " + std::to_string(count) +
                     " elements of " + std::to_string((*type)->size) + " bytes",
                 view.address()};
  }
  operation.bytes = bytes;
  return {};
}

Status Ob1Requests::fill_peer(std::int32_t rank, Operation &operation) {
  if (rank == constants::any_source) {
    operation.any_source = true;
    return {};
  }
  if (rank < 0 || static_cast<std::size_t>(rank) >= peers_->size()) {
    return Error{ErrorCode::corrupt,
                 "request at " + hex(operation.request.is_null() ? operation.record : operation.request) +
                     " has peer " + std::to_string(rank) + " in a group of " + std::to_string(peers_->size()),
                 operation.request.address()};
  }
  operation.comm_rank = rank;
  operation.peer = (*peers_)[static_cast<std::size_t>(rank)];
  operation.world_rank = context_.world_rank_of(operation.peer);
  return {};
}

}  // namespace mpidbg::model::openmpi
