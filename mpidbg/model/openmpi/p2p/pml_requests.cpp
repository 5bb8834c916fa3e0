#include "mpidbg/model/openmpi/p2p/pml_requests.h"

#include "mpidbg/layout/openmpi/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/ob1_requests.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

RequestCall call_of(const Operation &operation) {
  if (!operation.is_send) return operation.persistent ? RequestCall::recv_init : RequestCall::irecv;
  switch (operation.send_mode) {
    case SendMode::standard:
      return operation.persistent ? RequestCall::send_init : RequestCall::isend;
    case SendMode::synchronous:
      return operation.persistent ? RequestCall::ssend_init : RequestCall::issend;
    case SendMode::buffered:
      return operation.persistent ? RequestCall::bsend_init : RequestCall::ibsend;
    case SendMode::ready:
      return operation.persistent ? RequestCall::rsend_init : RequestCall::irsend;
    case SendMode::unknown:
      break;
  }
  return RequestCall::unknown;
}

}  // namespace

std::string PmlRequests::problem() const {
  const std::string &layer = handles_.layer;
  if (layer == "ucx") {
    return "point-to-point requests of the layer ucx lie inside UCX, which is not read: the free ones among them look "
           "like those in use";
  }
  if (layer == "cm") return "point-to-point requests of the layer cm belong to the network provider, which is not read";
  if (layer.empty()) return "the point-to-point layer in use cannot be told";
  if (layer != "ob1") return "the point-to-point layer " + layer + " is not known";
  const Layouts &layouts = process_.layouts();
  return Attachment::unresolved({&layouts.pml_request, &layouts.pml_send_request, &layouts.ob1_send_request,
                                 &layouts.ob1_receive_request, &layouts.pml_receive_request, &layouts.datatype,
                                 &layouts.opal_datatype, &layouts.free_list, &layouts.free_list_item, &layouts.list,
                                 &layouts.list_item});
}

Result<std::vector<Address>> PmlRequests::live() const {
  MPIDBG_ASSIGN(pooled, handles_.pool.all());
  std::vector<Address> found;
  found.reserve(pooled->size());
  for (const PooledRequest &request : *pooled) {
    if (!request.probe) found.push_back(request.request);
  }
  return found;
}

Status PmlRequests::read(Address handle, Request &request) const {
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().pml_request, handle));
  request.type = RequestType::point_to_point;
  request.communicator = view.get(&PmlRequestLayout::req_comm);
  MPIDBG_ASSIGN(known, peers_.communicator(request.communicator.address()));
  const Ob1Context context{
      process_.objects, handles_.groups,      handles_.datatypes,
      handles_.pool,    process_.symbols.ob1, [this](const ProcessName &name) { return handles_.world.rank_of(name); }};
  const bool inactive = request.state == RequestState::inactive;
  const Queue queue = inactive ? Queue::inactive : Queue::receives;  // either direction: the request itself says which
  Operation operation;
  const auto filled = Ob1Requests(context, known->communicator, known->peers).read(handle, queue, operation);
  if (!filled) return filled.error();

  request.call = call_of(operation);
  request.call_inferred = !operation.persistent && request.call != RequestCall::unknown;
  request.send_mode = operation.send_mode;
  request.freed = operation.freed;
  request.internal = operation.internal;
  request.datatype = operation.datatype;
  request.datatype_name = operation.datatype_name;
  request.datatype_named = operation.datatype_named;
  request.count = operation.count;
  request.sequence = operation.sequence;
  request.buffer = operation.buffer;
  request.bytes = operation.bytes;
  request.bytes_done = operation.bytes_done;

  const std::int32_t peer = view.get(&PmlRequestLayout::req_peer), tag = view.get(&PmlRequestLayout::req_tag);
  request.any_source = !operation.is_send && peer == constants::any_source;
  request.any_tag = !operation.is_send && tag == constants::any_tag;
  if (!request.any_tag) request.tag = tag;
  if (!request.any_source) {
    MPIDBG_ASSIGN(posted, peers_.peer(request.communicator.address(), peer));
    request.peer = posted;
  }
  if (operation.matched) {
    MPIDBG_ASSIGN(receive, process_.objects.base_of(view, process_.layouts().pml_receive_request));
    MatchedMessage message{{operation.comm_rank, operation.world_rank, operation.peer},
                           operation.tag,
                           receive.get(&PmlReceiveRequestLayout::req_bytes_packed)};
    request.matched = std::move(message);
    // What was posted, of which the message may fill a part.
    const auto type = handles_.datatypes.summary(view.get(&PmlRequestLayout::req_datatype));
    std::uint64_t bytes = 0;
    request.bytes.reset();
    if (type && !__builtin_mul_overflow(view.get(&PmlRequestLayout::req_count), (*type)->size, &bytes))
      request.bytes = bytes;
    if (view.get(&PmlRequestLayout::req_count) == 0) request.bytes = 0;
  }
  if (operation.is_send) {
    MPIDBG_ASSIGN(send, process_.objects.base_of(view, process_.layouts().pml_send_request));
    const Address copy = send.get(&PmlSendRequestLayout::req_addr);
    if (operation.send_mode == SendMode::buffered && copy != request.buffer) request.library_buffer = copy;
  }
  request.transfer_completed = !inactive && !request.cancelled && view.get(&PmlRequestLayout::req_pml_complete) != 0;
  request.transfer_started =
      *request.transfer_completed || request.bytes_done.value_or(0) > 0 || (!operation.is_send && operation.matched);
  return {};
}

}  // namespace mpidbg::model::openmpi
