#include "mpidbg/model/mpich/p2p/active_messages.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/request_arguments.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using layout::View;

// Returns the second request of a receive from any source. The result is null if the device transports all messages,
// and in builds whose requests have no field for a second request.
Address partner_of(const View<DeviceRequestLayout> &device) {
  const auto former = device.get(&DeviceRequestLayout::anysource_partner_request);
  return former ? *former : device.get(&DeviceRequestLayout::anysrc_partner).value_or(Address());
}

Status check_flags(Address state, std::uint64_t flags) {
  if (flags < constants::active_message_flags) return {};
  return Error{ErrorCode::corrupt, "MPIDIG_req_ext_t.status at " + hex(state) + " is " + hex(flags), state};
}

}  // namespace

ActiveMessages::ActiveMessages(const Attachment &process, Handles &handles)
    : process_(process),
      handles_(handles),
      used_(process.layouts.device_request.is_local.present.has_value()),
      lists_(process, handles.pools),
      problem_(used_ ? lists_.problem() : "") {}

void ActiveMessages::clear() {
  lists_.clear();
  posted_.reset();
  unexpected_.reset();
}

const ActiveMessages::Index &ActiveMessages::index(std::optional<Index> &index, const MatchingList &list) {
  if (index) return *index;
  index.emplace();
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    const ListedRequest &entry = list.entries[i];
    index->by_context[context_of_communicator(entry.context_id)].push_back(static_cast<std::uint32_t>(i));
    index->requests.insert(entry.request);
  }
  return *index;
}

Result<ActiveMessages::Entries> ActiveMessages::entries(const MarkedCommunicator &where, Queue queue) {
  Entries result;
  if (!used_ || (queue != Queue::receives && queue != Queue::unexpected)) return result;
  if (!problem_.empty()) return Error{ErrorCode::not_supported, problem_};
  const bool is_posted = queue == Queue::receives;
  const MatchingList &list = is_posted ? lists_.posted() : lists_.unexpected();
  const Index &index = is_posted ? posted() : unexpected();
  result.problem = list.problem;
  const auto found = index.by_context.find(where.received);
  if (found == index.by_context.end()) return result;
  for (const std::uint32_t place : found->second) result.entries.push_back(list.entries[place]);
  return result;
}

Result<ActiveMessages::Entries> ActiveMessages::unclaimed(std::optional<std::uint64_t> context_id) {
  Entries result;
  if (!has_lists()) return result;
  MPIDBG_TRY(handles_.contexts.index());
  const MatchingList &list = lists_.unexpected();
  result.problem = list.problem;
  for (const ListedRequest &entry : list.entries) {
    const std::uint64_t context = context_of_communicator(entry.context_id);
    if (context_id && context != *context_id) continue;
    if (!handles_.contexts.has_receiving(context)) result.entries.push_back(entry);
  }
  return result;
}

Result<View<ActiveMessageStateLayout>> ActiveMessages::state_of(const ListedRequest &entry) const {
  return View<ActiveMessageStateLayout>::read(process_.memory, process_.layouts.active_message_state, entry.state);
}

Status ActiveMessages::read(const ListedRequest &entry, Queue queue, const MarkedCommunicator *where,
                            Operation &operation) {
  operation = Operation{};
  operation.queue = queue;
  operation.context_id = where == nullptr ? context_of_communicator(entry.context_id) : where->communicator.context_id;
  operation.record = entry.request;
  operation.buffer = entry.buffer;
  operation.any_tag = entry.tag == process_.header->any_tag;
  operation.tag = entry.tag;
  operation.internal = is_of_collective(entry.context_id) || (where != nullptr && where->communicator.internal);
  if (operation.internal && !operation.any_tag) operation.collective = collective_of(entry.tag);
  operation.any_source = entry.source == process_.header->any_source;
  operation.comm_rank = operation.any_source ? -1 : entry.source;
  if (queue == Queue::receives) {
    MPIDBG_TRY(check_data(handles_, "MPIDIG_req_t", entry.request, entry.datatype, entry.count));
    fill_data(entry, operation);
    operation.request = handles_.request_index.owner_of(entry.request);
    MPIDBG_ASSIGN(head, handles_.requests.read_head(operation.request));
    if (where != nullptr && head.communicator != where->communicator.handle) {
      return Error{ErrorCode::corrupt,
                   "MPIDIG_req_t.u.recv.context_id of the request at " + hex(entry.request) + " is " +
                       hex(entry.context_id) + ", which is not that of its communicator " + hex(head.communicator),
                   entry.request};
    }
    operation.record = head.record;
    operation.persistent = head.persistent;
    operation.freed = head.freed;
  } else {
    MPIDBG_ASSIGN(state, state_of(entry));
    const std::uint64_t flags = state.get(&ActiveMessageStateLayout::status);
    MPIDBG_TRY(check_flags(entry.state, flags));
    if ((flags & constants::active_message_unexpected) == 0 ||
        static_cast<std::uint64_t>(entry.count) >= limits::message_bytes) {
      return Error{ErrorCode::corrupt,
                   "the request at " + hex(entry.request) + " is among the unexpected messages and is none",
                   entry.request};
    }
    operation.bytes = static_cast<std::uint64_t>(entry.count);
    operation.buffer_is_library_memory = true;
    const bool is_rendezvous = (flags & constants::active_message_rendezvous) != 0;
    const bool is_synchronous = (flags & constants::active_message_synchronous) != 0;
    operation.protocol = is_rendezvous ? Protocol::rendezvous : Protocol::eager;
    if (is_synchronous) operation.send_mode = SendMode::synchronous;
    if (is_rendezvous || is_synchronous) {
      MPIDBG_ASSIGN(sender, state.part(&ActiveMessageStateLayout::rreq, process_.layouts.receive_state));
      operation.sender_record = sender.get(&ReceiveStateLayout::peer_req_ptr);
    }
  }
  return where == nullptr || operation.any_source ? Status() : fill_peer(entry, *where, operation);
}

Status ActiveMessages::fill_peer(const ListedRequest &entry, const MarkedCommunicator &where,
                                 Operation &operation) const {
  if (entry.source < 0 || static_cast<std::size_t>(entry.source) >= where.peers->size()) {
    return Error{ErrorCode::corrupt,
                 "MPIDIG_req_t.u.recv.source of the request at " + hex(entry.request) + " is " +
                     std::to_string(entry.source) + ", in a group of " + std::to_string(where.peers->size()),
                 entry.request};
  }
  operation.peer = (*where.peers)[static_cast<std::size_t>(entry.source)];
  operation.world_rank = handles_.world.rank_of(operation.peer);
  return {};
}

void ActiveMessages::fill_data(const ListedRequest &entry, Operation &operation) {
  operation.datatype = int_handle(entry.datatype);
  operation.datatype_name = handles_.datatypes.name(operation.datatype);
  operation.datatype_named = !operation.datatype_name.empty();
  operation.count = static_cast<std::uint64_t>(entry.count);
  if (const auto record = handles_.datatypes.record(operation.datatype)) {
    operation.bytes = *operation.count * (*record)->size;
  }
}

// Returns true if this process's queue in shared memory is empty; nullopt if this is unknown. Only the queue of the
// first virtual interface is read; each further interface has a queue of its own.
Result<std::optional<bool>> ActiveMessages::is_shared_memory_empty() const {
  const auto variable = process_.variable("MPIDI_POSIX_eager_iqueue_global");
  const Layouts &layouts = process_.layouts;
  if (!variable || !layouts.shared_transport.resolved() || !layouts.shared_queue.resolved())
    return std::optional<bool>();
  MPIDBG_ASSIGN(transport, View<SharedTransportLayout>::read(process_.memory, layouts.shared_transport, *variable));
  MPIDBG_ASSIGN(queue, View<SharedQueueLayout>::read(process_.memory, layouts.shared_queue,
                                                     transport.get(&SharedTransportLayout::my_terminal)));
  return std::optional(queue.get(&SharedQueueLayout::head) == 0 && queue.get(&SharedQueueLayout::tail) == 0);
}

Result<Progress> ActiveMessages::progress() const {
  if (!problem_.empty()) return Error{ErrorCode::not_supported, problem_};
  MPIDBG_ASSIGN(counters, lists_.freed_requests());
  Progress progress{std::move(counters), {}};
  if (progress.counters.size() != 1) return progress;
  MPIDBG_ASSIGN(empty, is_shared_memory_empty());
  progress.transport_empty = empty;
  return progress;
}

bool ActiveMessages::is_hidden(const View<RequestLayout> &request) {
  if (!has_lists() || request.get(&RequestLayout::kind) != constants::request_receive) return false;
  const auto device = request.part(&RequestLayout::dev, process_.layouts.device_request);
  if (device && device->get(&DeviceRequestLayout::is_local).value_or(1) == 0) {
    const Address partner = partner_of(*device);
    if (!partner.is_null() && posted().requests.contains(partner)) return true;
  }
  return request.get(&RequestLayout::comm).is_null() && unexpected().requests.contains(request.address());
}

// Checks MPICH's own lists. A receive is in the list of posted receives until it has matched; a message is in the other
// list until a receive or MPI_Mprobe has taken it.
Status ActiveMessages::check(std::span<const PendingRequest> pending) {
  if (!has_lists()) return {};
  MPIDBG_TRY(handles_.contexts.index());
  std::unordered_set<Address> receives;
  for (const PendingRequest &request : pending) {
    if (request.is_receive && request.is_local) receives.insert(request.request);
  }
  for (const ListedRequest &entry : lists_.posted().entries) {
    if (!receives.contains(entry.request)) {
      return Error{ErrorCode::corrupt,
                   "MPIR_Request at " + hex(entry.request) +
                       " is in MPIDI_global.per_vci.posted_list and is not a pending receive within the node",
                   entry.request};
    }
    if (handles_.contexts.has_receiving(context_of_communicator(entry.context_id))) continue;
    return Error{ErrorCode::corrupt,
                 "MPIDIG_req_t.u.recv.context_id of the posted receive at " + hex(entry.request) + " is " +
                     hex(entry.context_id) + ", which is of no communicator",
                 entry.request};
  }
  for (const PendingRequest &request : pending) {
    if (!request.is_receive || !request.is_local || posted().requests.contains(request.request)) continue;
    MPIDBG_ASSIGN(view, View<RequestLayout>::read(process_.memory, process_.layouts.request, request.request));
    MPIDBG_ASSIGN(entry, lists_.decode(view));
    MPIDBG_ASSIGN(state, state_of(entry));
    const std::uint64_t flags = state.get(&ActiveMessageStateLayout::status);
    const bool is_message = (flags & constants::active_message_unexpected) != 0;
    const std::uint64_t gone = constants::active_message_matched | constants::active_message_dequeued;
    const std::uint64_t moving = gone | constants::active_message_in_progress | constants::active_message_rendezvous |
                                 constants::active_message_busy;
    MPIDBG_TRY(check_flags(entry.state, flags));
    if ((flags & (is_message ? gone : moving)) != 0) continue;
    return Error{ErrorCode::corrupt,
                 "MPIR_Request at " + hex(request.request) + " is " +
                     (is_message ? "an unexpected message" : "a posted receive") +
                     " by its state (MPIDIG_req_ext_t.status " + hex(flags) + "), and MPIDI_global.per_vci." +
                     (is_message ? "unexp_list" : "posted_list") + " does not have it",
                 request.request};
  }
  return {};
}

bool ActiveMessages::is_posted(Address request) {
  return has_lists() && posted().requests.contains(request);
}

Status ActiveMessages::read_request(Request &request) {
  if (!has_lists() || request.call != RequestCall::irecv) return {};
  MPIDBG_ASSIGN(view, View<RequestLayout>::read(process_.memory, process_.layouts.request, request.record));
  MPIDBG_ASSIGN(device, view.part(&RequestLayout::dev, process_.layouts.device_request));
  if (device.get(&DeviceRequestLayout::is_local).value_or(0) == 0) return {};
  MPIDBG_ASSIGN(entry, lists_.decode(view));
  MPIDBG_ASSIGN(where, handles_.contexts.receiving(entry.context_id));
  if (where == nullptr) {
    return Error{ErrorCode::corrupt,
                 "MPIDIG_req_t.u.recv.context_id of the pending receive at " + hex(entry.request) + " is " +
                     hex(entry.context_id) + ", which is of no communicator",
                 entry.request};
  }
  Operation operation;
  MPIDBG_TRY(read(entry, Queue::receives, where.get(), operation));
  const RequestPeer peer{operation.comm_rank, operation.world_rank, operation.peer};
  request.internal |= operation.internal;
  request.buffer = operation.buffer;
  request.bytes = operation.bytes;
  request.count = operation.count;
  request.datatype = operation.datatype;
  request.datatype_name = operation.datatype_name;
  request.datatype_named = operation.datatype_named;
  request.transfer_completed = false;
  request.any_source = operation.any_source;
  request.any_tag = operation.any_tag;
  if (!request.any_source) request.peer = peer;
  if (!request.any_tag) request.tag = operation.tag;
  MPIDBG_ASSIGN(state, state_of(entry));
  const bool has_matched = (state.get(&ActiveMessageStateLayout::status) & constants::active_message_in_progress) != 0;
  if (!has_matched) return {};
  // Values of the message have replaced most of the values with which the receive was posted.
  request.transfer_started = true;
  if (request.peer && request.tag) request.matched = MatchedMessage{peer, operation.tag, std::nullopt};
  return {};
}

std::vector<Handle> ActiveMessages::in_nonblocking_collectives() {
  std::vector<Handle> found;
  if (!has_lists()) return found;
  for (const ListedRequest &entry : lists_.posted().entries) {
    if (!is_of_collective(entry.context_id) || !is_of_nonblocking_collective(entry.tag)) continue;
    found.push_back(handles_.request_index.owner_of(entry.request));
  }
  return found;
}

Result<bool> ActiveMessages::read_message(const View<RequestLayout> &request, Message &message) {
  if (!has_lists()) return false;
  MPIDBG_ASSIGN(device, request.part(&RequestLayout::dev, process_.layouts.device_request));
  if (device.get(&DeviceRequestLayout::is_local).value_or(0) == 0) return false;
  MPIDBG_ASSIGN(entry, lists_.decode(request));
  MPIDBG_ASSIGN(where, handles_.contexts.receiving(entry.context_id));
  Operation operation;
  MPIDBG_TRY(read(entry, Queue::unexpected, where.get(), operation));
  message.source = operation.comm_rank;
  message.source_world_rank = operation.world_rank;
  message.source_name = operation.peer;
  message.tag = operation.tag;
  message.bytes = operation.bytes.value_or(0);
  message.protocol = operation.protocol;
  message.synchronous = operation.send_mode == SendMode::synchronous;
  message.payload = operation.buffer;
  return true;
}

}  // namespace mpidbg::model::mpich
