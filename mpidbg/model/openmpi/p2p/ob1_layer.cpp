#include "mpidbg/model/openmpi/p2p/ob1_layer.h"

#include <initializer_list>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/ob1_comm.h"
#include "mpidbg/model/openmpi/p2p/ob1_messages.h"
#include "mpidbg/model/openmpi/p2p/ob1_requests.h"
#include "mpidbg/model/openmpi/p2p/send_modes.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

constexpr const char *unexpected_lengths = "pml_ob1_unexpected_msgq_length";
constexpr const char *posted_lengths = "pml_ob1_posted_recvq_length";

}  // namespace

Ob1Layer::Ob1Layer(const Attachment &process, Handles &handles)
    : process_(process),
      handles_(handles),
      pool_(process.objects, process.symbols.send_requests, process.symbols.receive_requests,
            [this](bool is_send) { return spare_request(is_send); }),
      records_(process.objects) {}

void Ob1Layer::clear() {
  pool_.clear();
  records_.clear();
  damage_.reset();
}

// Returns the request that all blocking calls of a process without MPI_THREAD_MULTIPLE use. Source (4.1):
// pml_ob1_isend.c, pml_ob1_irecv.c.
Address Ob1Layer::spare_request(bool is_send) const {
  const char *const name = is_send ? "mca_pml_ob1_sendreq" : "mca_pml_ob1_recvreq";
  const auto variable = process_.symbol(name);
  return variable ? process_.memory.read_pointer(*variable, name).value_or({}) : Address();
}

// Returns the error of the request pools. If they have none, looks for a request whose communicator is not in the
// table; this is an error, because each request holds a reference to its communicator.
std::optional<Error> Ob1Layer::damage() {
  if (damage_) return *damage_;
  if (!pool_.is_read()) return std::nullopt;
  std::optional<Error> found = pool_.damage();
  if (const auto requests = pool_.all(); requests && !found) {
    for (const LayerRequest &request : **requests) {
      if (handles_.communicators.has(request.communicator)) continue;
      found = Error{ErrorCode::corrupt,
                    "req_comm of the request at " + hex(request.request) + " is " + hex(request.communicator) +
                        ", which is not a live communicator",
                    request.request};
      break;
    }
  }
  damage_ = std::move(found);
  return *damage_;
}

Ob1Context Ob1Layer::context() {
  return {process_.objects,
          handles_.groups,
          handles_.datatypes,
          pool_,
          records_,
          process_.symbols.ob1,
          [this](const ProcessName &name) { return handles_.world.rank_of(name); },
          [this] { return damage(); }};
}

std::string Ob1Layer::queue_problem(Queue queue) const {
  const Layouts &layouts = process_.layouts();
  switch (queue) {
    case Queue::receives:
      return Attachment::unresolved({&layouts.pml_request, &layouts.request, &layouts.ob1_comm, &layouts.ob1_comm_proc,
                                     &layouts.ob1_receive_request, &layouts.status, &layouts.datatype,
                                     &layouts.opal_datatype, &layouts.list, &layouts.list_item, &layouts.free_list,
                                     &layouts.free_list_item});
    case Queue::sends:
      return Attachment::unresolved({&layouts.pml_request, &layouts.request, &layouts.pml_send_request,
                                     &layouts.ob1_send_request, &layouts.datatype, &layouts.opal_datatype,
                                     &layouts.free_list, &layouts.free_list_item});
    case Queue::inactive:
      return Attachment::unresolved({&layouts.pml_request, &layouts.request, &layouts.pml_send_request,
                                     &layouts.datatype, &layouts.opal_datatype, &layouts.free_list,
                                     &layouts.free_list_item});
    case Queue::unexpected:
      return Attachment::unresolved({&layouts.ob1_comm, &layouts.ob1_comm_proc, &layouts.ob1_receive_fragment,
                                     &layouts.ob1_common_header, &layouts.ob1_match_header,
                                     &layouts.ob1_rendezvous_header, &layouts.segment, &layouts.list,
                                     &layouts.list_item});
    case Queue::unclaimed:
      if (process_.symbols.ob1.is_null()) return "the symbol mca_pml_ob1 is missing";
      return Attachment::unresolved({&layouts.ob1_module, &layouts.ob1_receive_fragment, &layouts.ob1_common_header,
                                     &layouts.ob1_match_header, &layouts.ob1_rendezvous_header, &layouts.segment,
                                     &layouts.list, &layouts.list_item});
  }
  return {};
}

Visibility Ob1Layer::requests_seen() const {
  const Layouts &layouts = process_.layouts();
  return Visibility::unless(Attachment::unresolved(
      {&layouts.pml_request, &layouts.pml_send_request, &layouts.ob1_send_request, &layouts.ob1_receive_request,
       &layouts.pml_receive_request, &layouts.datatype, &layouts.opal_datatype, &layouts.free_list,
       &layouts.free_list_item, &layouts.list, &layouts.list_item}));
}

// Fails for all requests, because the pools contain every request in use.
Status Ob1Layer::check_unlisted(const Request &request) const {
  if (const Visibility seen = requests_seen(); !seen.is_complete()) {
    return Error{ErrorCode::not_supported, seen.problem(), request.handle.address()};
  }
  return Error{ErrorCode::not_found, "the request at " + hex(request.handle) + " is in no pool of ob1",
               request.handle.address()};
}

Result<std::unique_ptr<OperationCursor>> Ob1Layer::open_queue(const Communicator *communicator, Queue queue) {
  if (std::string problem = queue_problem(queue); !problem.empty()) {
    return Error{ErrorCode::not_supported, std::move(problem)};
  }
  return open_ob1_queue(context(), communicator, queue);
}

Status Ob1Layer::read_request(Address handle, Request &request) {
  RequestPeers &peers = handles_.requests.peers();
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().pml_request, handle));
  request.type = RequestType::point_to_point;
  request.communicator = view.get(&PmlRequestLayout::req_comm);
  MPIDBG_ASSIGN(known, peers.communicator(request.communicator.address()));
  const bool inactive = request.state == RequestState::inactive;
  const Queue queue = inactive ? Queue::inactive : Queue::receives;  // a send needs no other queue here
  Operation operation;
  MPIDBG_ASSIGN(fault, Ob1Requests(context(), known->communicator, known->peers).read(handle, queue, operation));
  if (fault) request.problem = fault->message;

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
    MPIDBG_ASSIGN(posted, peers.peer(request.communicator.address(), peer));
    request.peer = posted;
  }
  if (operation.matched) {
    MPIDBG_ASSIGN(receive, process_.objects.base_of(view, process_.layouts().pml_receive_request));
    MatchedMessage message{{operation.comm_rank, operation.world_rank, operation.peer},
                           operation.tag,
                           receive.get(&PmlReceiveRequestLayout::req_bytes_packed)};
    request.matched = message;
    // The size is that of the posted receive. The message may fill only a part of it.
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

bool Ob1Layer::is_waiting(Address request) {
  const auto view = process_.objects.read_object(process_.layouts().pml_request, request);
  if (!view || view->get(&PmlRequestLayout::req_type) != constants::pml_mprobe) return false;
  const auto common = process_.objects.base_of(*view, process_.layouts().request);
  return common && view->get(&PmlRequestLayout::req_pml_complete) == 0 &&
         common->get(&RequestLayout::req_complete).value() != constants::request_completed;
}

// Reads the fragment with the message. The request of a matched probe refers to the fragment in the field for the
// buffer. Source: ompi/mca/pml/ob1/pml_ob1_iprobe.c.
Status Ob1Layer::read_message(Message &message) {
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().pml_request, message.request.address()));
  const std::int32_t type = view.get(&PmlRequestLayout::req_type);
  if (type != constants::pml_improbe && type != constants::pml_mprobe) {
    return Error{ErrorCode::corrupt,
                 "the message at " + hex(message.handle) + " has a request of type " + std::to_string(type) +
                     ", which is not a probe",
                 message.handle.address()};
  }
  MPIDBG_ASSIGN(known, handles_.requests.peers().communicator(message.communicator.address()));
  Operation operation;
  MPIDBG_TRY(Ob1Messages(context(), &known->communicator, known->peers)
                 .read(view.get(&PmlRequestLayout::req_addr), Queue::unexpected, message.source, operation));
  message.tag = operation.tag;
  message.protocol = operation.protocol;
  message.payload = operation.buffer;
  return {};
}

Result<std::vector<Channel>> Ob1Layer::channels(const Communicator &communicator) {
  const Layouts &layouts = process_.layouts();
  if (const std::string problem = Attachment::unresolved({&layouts.ob1_comm, &layouts.ob1_comm_proc});
      !problem.empty()) {
    return Error{ErrorCode::layout, problem};
  }
  MPIDBG_ASSIGN(peers, handles_.groups.members(communicator.remote_group.address()));
  MPIDBG_ASSIGN(record, records_.read(communicator.handle.address(), peers->size()));
  if (record->damage) return *record->damage;
  if (record->allows_overtaking) {
    return Error{ErrorCode::not_supported, "messages on the communicator may overtake each other and are not numbered",
                 communicator.handle.address()};
  }
  std::vector<Channel> channels;
  for (const Ob1Peer &peer : record->peers) {
    Channel channel;
    channel.comm_rank = peer.rank;
    channel.sent = peer.sent;
    channel.taken = static_cast<std::uint16_t>(peer.expected - 1);
    channel.peer = (*peers)[static_cast<std::size_t>(peer.rank)];
    channel.world_rank = handles_.world.rank_of(channel.peer);
    channels.push_back(channel);
  }
  return channels;
}

bool Ob1Layer::has_counter(const std::string &variable) const {
  return variable == unexpected_lengths || variable == posted_lengths;
}

Result<std::vector<VariableValue>> Ob1Layer::counter(const std::string &variable, Address communicator) {
  const bool unexpected = variable == unexpected_lengths;
  Objects &objects = process_.objects;
  const Layouts &layouts = process_.layouts();
  const auto found = handles_.communicators.read(communicator);
  if (!found) return Error{ErrorCode::unavailable, found.error().message, communicator};
  if (found->intercommunicator) {
    return Error{ErrorCode::unavailable, "ob1 counts no queues of an intercommunicator", communicator};
  }
  MPIDBG_ASSIGN(group, objects.read_object(layouts.group, found->local_group.address()));
  const std::int32_t size = group.get(&GroupLayout::grp_proc_count);
  if (size < 0 || static_cast<std::uint64_t>(size) > limits::group_members) {
    return Error{ErrorCode::corrupt, "the communicator has " + std::to_string(size) + " processes", communicator};
  }
  MPIDBG_ASSIGN(view, objects.read_object(layouts.communicator, communicator));
  MPIDBG_ASSIGN(queues,
                objects.read_object(layouts.ob1_comm, view.get(&CommunicatorLayout::c_pml_comm), "mca_pml_ob1_comm_t"));
  const std::uint64_t known =
      std::min<std::uint64_t>(queues.get(&Ob1CommLayout::num_procs), static_cast<std::uint64_t>(size));
  MPIDBG_ASSIGN(procs, process_.memory.read_pointers(queues.get(&Ob1CommLayout::procs), known, "mca_pml_comm_t.procs"));
  std::vector<VariableValue> values(static_cast<std::size_t>(size), VariableValue(std::uint64_t{0}));
  for (std::size_t i = 0; i < procs.size(); ++i) {
    if (procs[i].is_null()) continue;
    MPIDBG_ASSIGN(proc, objects.read_object(layouts.ob1_comm_proc, procs[i]));
    const Address list =
        proc.address_of(unexpected ? &Ob1CommProcLayout::unexpected_frags : &Ob1CommProcLayout::specific_receives);
    MPIDBG_ASSIGN(head, objects.read(layouts.list, list));
    values[i] = VariableValue(std::uint64_t{head.get(&ListLayout::opal_list_length)});
  }
  return values;
}

}  // namespace mpidbg::model::openmpi
