#include "mpidbg/model/mpich/p2p/requests.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/datatypes/program_datatype.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/objects/live_handles.h"
#include "mpidbg/model/mpich/p2p/partitioned.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"
#include "mpidbg/model/mpich/program_values.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

constexpr std::uint32_t null_request = 0x2c000000;
// Limit the work of telling the messages of several nonblocking collectives apart, each of which is compared with all
// others: the pending collectives, and the requests on one communicator.
constexpr std::size_t most_collectives = 16, most_requests_beside = 4096;

// Returns true for a request that is shared by all calls whose operations complete at once. The last of the shared
// requests is the one for MPI_PROC_NULL. Source: src/include/mpir_request.h.
bool is_shared(std::uint32_t handle) {
  constexpr std::uint32_t shared_requests = 0x11, first_shared = 0x6c000000;
  return handle >= first_shared && handle < first_shared + shared_requests;
}

ScheduleOperation operation_of(const Request &message) {
  ScheduleOperation operation;
  operation.round = 1;
  operation.action = message.call == RequestCall::irecv ? ScheduleAction::receive : ScheduleAction::send;
  operation.state = ScheduleState::pending;
  operation.request = message.handle;
  if (message.peer) operation.peer = *message.peer;
  operation.count = message.count.value_or(0);
  operation.datatype = message.datatype;
  operation.datatype_name = message.datatype_name;
  (operation.action == ScheduleAction::receive ? operation.target : operation.source) = message.buffer;
  return operation;
}

}  // namespace

Visibility Requests::point_to_point() const {
  const Visibility device = handles_.devices.messages();
  if (device.is_complete()) return device;
  return Visibility::partial(
      "communicator, peer, tag and size of pending point-to-point requests that are not persistent: " +
      device.problem());
}

std::string Requests::why_unseen() {
  return table_problem(handles_.pools, ObjectKind::request, process_.layouts.request);
}

std::string Requests::problem() {
  if (std::string problem = why_unseen(); !problem.empty()) return problem;
  if (const auto found = index_.damage()) return found->message;
  if (!handles_.devices.problem().empty()) return communicators_problem();
  return handles_.communicators.problem();
}

std::vector<Handle> Requests::live() {
  std::vector<Handle> handles;
  for (const PredefinedHandle &known : predefined_handles(HandleKind::request)) handles.push_back(known.handle);
  if (!index_.read()) return handles;
  for (const PooledObject &object : handles_.pools.live(ObjectKind::request)) {
    if (index_.is_request(object.handle)) handles.push_back(int_handle(object.handle));
  }
  return handles;
}

// Returns the request that MPI_Isend returns for a message that has already been sent. All such calls share one object,
// which has no facts about the message.
Result<Request> Requests::read_shared(std::uint32_t handle) const {
  const std::string_view name = predefined_name(HandleKind::request, handle);
  Request request;
  request.handle = int_handle(handle);
  request.predefined = true;
  request.fortran_index = static_cast<std::int32_t>(handle);
  request.name = name;
  request.is_null = handle == null_request;
  request.complete = true;
  request.state = RequestState::complete;
  request.type = request.is_null ? RequestType::null : RequestType::no_operation;
  return request;
}

Result<Request> Requests::read(Handle handle) {
  MPIDBG_ASSIGN(request, read_head(handle));
  const bool is_pending =
      request.type == RequestType::point_to_point && request.state == RequestState::active && !request.partitions;
  MPIDBG_ASSIGN(is_own, is_on_one_process(request));
  if (is_pending && !is_own) {
    MPIDBG_TRY(handles_.devices.ucx.read_request(request));
    MPIDBG_TRY(handles_.devices.active_messages.read_request(request));
    const bool is_synchronous = request.call == RequestCall::isend && request.send_mode == SendMode::synchronous;
    if (is_synchronous) request.call = RequestCall::issend;
  }
  const bool is_schedule = request.type == RequestType::collective && request.state == RequestState::active;
  if (is_schedule) MPIDBG_TRY(read_schedule(request));
  return request;
}

Result<Request> Requests::read_head(Handle handle) {
  const std::uint32_t value = value_of(handle);
  if (value == null_request || is_shared(value)) return read_shared(value);
  MPIDBG_ASSIGN(address, handles_.pools.find(ObjectKind::request, value));
  MPIDBG_TRY(index_.read());
  MPIDBG_ASSIGN(view, read_request_view(process_, address));
  if (!index_.is_request(value)) {
    return Error{ErrorCode::not_found, hex(handle) + " is the handle of a message and not of a request", address};
  }
  MPIDBG_ASSIGN(header, view.as(process_.layouts.object));
  MPIDBG_ASSIGN(complete, is_complete(process_, view));
  Request request;
  request.handle = handle;
  request.record = address;
  request.fortran_index = static_cast<std::int32_t>(value);
  request.reference_count = header.get(&ObjectLayout::ref_count);
  if (request.reference_count < 0) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Handle_common.ref_count of the request at " + hex(address) + " is " +
                     std::to_string(request.reference_count),
                 address};
  }
  request.complete = complete;
  request.state = complete ? RequestState::complete : RequestState::active;
  request.communicator = handles_.communicators.handle_of(view.get(&RequestLayout::comm));
  request.internal = index_.is_started(address);
  MPIDBG_TRY(read_kind(view, request));
  if (request.state == RequestState::complete) {
    // The status of an incomplete request contains values of an earlier request.
    const auto status = read_status(process_, view.address_of(&RequestLayout::status));
    if (status) request.status = *status;
    request.cancelled = status && status->cancelled;
    if (request.cancelled) request.state = RequestState::cancelled;
  }
  return request;
}

Status Requests::read_kind(const RequestView &view, Request &request) {
  MPIDBG_ASSIGN(numbers, request_kinds(process_));
  const std::uint32_t kind = view.get(&RequestLayout::kind);
  // One reference is held by the device until the operation is done, and another one by the program's handle.
  const bool is_freed = !request.complete && !request.internal && request.reference_count == 1;
  switch (kind) {
    case constants::request_send:
    case constants::request_receive:
      request.type = RequestType::point_to_point;
      request.freed = request.freed_inferred = is_freed;
      request.call = kind == constants::request_receive ? RequestCall::irecv : RequestCall::isend;
      request.call_inferred = true;
      return read_own(view, request);
    case constants::request_persistent_send:
    case constants::request_persistent_receive:
      request.type = RequestType::point_to_point;
      return read_persistent(view, request);
    case constants::request_persistent_collective:
      request.type = RequestType::collective;
      request.call = RequestCall::collective_init;
      return read_persistent(view, request);
    case constants::request_partitioned_send:
    case constants::request_partitioned_receive:
      request.type = RequestType::point_to_point;
      return read_partitioned(view, request);
    case constants::request_partitioned:
      request.type = RequestType::point_to_point;
      request.internal = true;
      return {};
    default:
      break;
  }
  if (kind == numbers.collective) {
    request.type = RequestType::collective;
    request.call = RequestCall::icollective;
    request.freed = request.freed_inferred = is_freed;
  } else if (kind == numbers.generalized) {
    return read_generalized(view, request);
  } else if (kind == numbers.window) {
    request.type = RequestType::window;
    if (const auto window = handles_.pools.handle_of(ObjectKind::window, view.get(&RequestLayout::u))) {
      request.window = int_handle(*window);
    }
  } else if (kind > numbers.window) {
    return Error{ErrorCode::corrupt, "MPIR_Request.kind at " + hex(view.address()) + " is " + std::to_string(kind),
                 view.address()};
  }
  return {};
}

// Checks a request that a persistent request has started. MPI_Start makes a separate request, or uses the shared one if
// the operation completes at once. The request started by MPI_Bsend_init's request may be a generalized one.
Status Requests::check_started(const RequestView &persistent, const RequestView &started) {
  MPIDBG_ASSIGN(numbers, request_kinds(process_));
  MPIDBG_ASSIGN(header, started.as(process_.layouts.object));
  const std::uint32_t handle = header.get(&ObjectLayout::handle);
  const auto in_use = handles_.pools.find(ObjectKind::request, handle);
  const bool is_there =
      is_shared(handle) ? is_complete(process_, started).value_or(false) : in_use && *in_use == started.address();
  const std::uint32_t kind = started.get(&RequestLayout::kind);
  bool fits = false;
  switch (persistent.get(&RequestLayout::kind)) {
    case constants::request_persistent_send:
      fits = kind == constants::request_send || kind == numbers.generalized;
      break;
    case constants::request_persistent_receive:
      fits = kind == constants::request_receive;
      break;
    default:
      fits = kind == numbers.collective;
  }
  if (fits && is_there) return {};
  return Error{ErrorCode::corrupt,
               "MPIR_Request.u of the persistent request at " + hex(persistent.address()) + " is " +
                   hex(started.address()) + ", which is not a request that it has started",
               persistent.address()};
}

// Fills in the state of a persistent request. Its own counter is always 0; the request that MPI_Start has made, if
// there is one, shows whether the operation is complete.
Status Requests::read_persistent(const RequestView &view, Request &request) {
  request.persistent = true;
  const Address started = view.get(&RequestLayout::u);
  if (started.is_null()) {
    request.state = RequestState::inactive;
    request.complete = false;
  } else {
    MPIDBG_ASSIGN(active, read_request_view(process_, started));
    MPIDBG_TRY(check_started(view, active));
    MPIDBG_ASSIGN(complete, is_complete(process_, active));
    request.complete = complete;
    request.state = complete ? RequestState::complete : RequestState::active;
  }
  if (request.type == RequestType::collective) return {};
  MPIDBG_ASSIGN(device, view.part(&RequestLayout::dev, process_.layouts.device_request));
  MPIDBG_ASSIGN(arguments, device.part(&DeviceRequestLayout::ch4, process_.layouts.persistent_request));
  const bool is_receive = view.get(&RequestLayout::kind) == constants::request_persistent_receive;
  return read_arguments(arguments, is_receive, request);
}

// Fills in a partitioned request. A partitioned request without a communicator announces another process's
// MPI_Psend_init.
Status Requests::read_partitioned(const RequestView &view, Request &request) {
  MPIDBG_ASSIGN(read, mpich::read_partitioned(process_, view));
  request.persistent = true;
  request.call = read.is_send ? RequestCall::psend_init : RequestCall::precv_init;
  request.internal = request.communicator.is_null();
  if (!read.active) {
    request.state = RequestState::inactive;
    request.complete = false;
  }
  request.partitions = read.partitions;
  if (request.state != RequestState::active) request.partitions->ready.reset();
  if (request.state == RequestState::active) {
    request.transfer_started = index_.is_moving(view.get(&RequestLayout::cc_ptr));
    request.transfer_completed = false;
  }
  if (!request.internal) {
    MPIDBG_TRY(check_data("MPIDI_part_request_t", view.address(), read.datatype, read.count));
  }
  if (!request.internal) read_data(read.datatype, read.count, read.buffer, request);
  MPIDBG_TRY(read_message(read.peer, read.tag.value_or(0), request));
  if (!read.tag) request.tag.reset();
  return {};
}

// Checks the context id of a persistent request. Up to 4.1, the request contains the context id of messages that are
// sent on its communicator.
Status Requests::check_context(const layout::View<PersistentRequestLayout> &arguments, Handle communicator) {
  const auto noted = arguments.get(&PersistentRequestLayout::context_id);
  if (!noted || communicator.is_null()) return {};
  MPIDBG_ASSIGN(where, handles_.contexts.communicator(communicator));
  if (context_of_communicator(*noted) == where->sent) return {};
  return Error{ErrorCode::corrupt,
               "MPIDI_prequest_t.context_id at " + hex(arguments.address()) + " is " + hex(*noted) +
                   ", and its communicator " + hex(communicator) + " has " + hex(where->sent),
               arguments.address()};
}

Status Requests::read_arguments(const layout::View<PersistentRequestLayout> &arguments, bool is_receive,
                                Request &request) {
  const std::uint32_t type = arguments.get(&PersistentRequestLayout::p_type);
  const std::uint32_t datatype = program_datatype(arguments.get(&PersistentRequestLayout::datatype));
  const std::int64_t count = arguments.get(&PersistentRequestLayout::count);
  MPIDBG_TRY(check_data("MPIDI_prequest_t", arguments.address(), datatype, count));
  switch (type) {
    case constants::persistent_receive:
      request.call = RequestCall::recv_init;
      break;
    case constants::persistent_send:
      // MPI_Rsend_init stores the same data as MPI_Send_init.
      request.call = RequestCall::send_init;
      request.call_inferred = true;
      request.send_mode = SendMode::standard;
      break;
    case constants::persistent_buffered:
      request.call = RequestCall::bsend_init;
      request.send_mode = SendMode::buffered;
      break;
    case constants::persistent_synchronous:
      request.call = RequestCall::ssend_init;
      request.send_mode = SendMode::synchronous;
      break;
    default:
      return Error{ErrorCode::corrupt,
                   "MPIDI_prequest_t.p_type at " + hex(arguments.address()) + " is " + std::to_string(type),
                   arguments.address()};
  }
  const bool is_receive_init = type == constants::persistent_receive;
  if (is_receive_init != is_receive) {
    return Error{ErrorCode::corrupt,
                 "MPIDI_prequest_t.p_type at " + hex(arguments.address()) + " is " + std::to_string(type) +
                     ", of a request that " + (is_receive ? "receives" : "sends"),
                 arguments.address()};
  }
  MPIDBG_TRY(check_context(arguments, request.communicator));
  read_data(datatype, count, arguments.get(&PersistentRequestLayout::buffer), request);
  return read_message(arguments.get(&PersistentRequestLayout::rank), arguments.get(&PersistentRequestLayout::tag),
                      request);
}

Result<bool> Requests::is_on_one_process(const Request &request) {
  if (request.communicator.is_null()) return false;
  MPIDBG_ASSIGN(communicator, handles_.communicators.outline(request.communicator));
  return is_of_one_process(communicator);
}

// Fills in a request on a communicator with a single process. Its messages never leave the library, so the library has
// all facts about them.
Status Requests::read_own(const RequestView &view, Request &request) {
  if (request.communicator.is_null() || request.complete) return {};
  MPIDBG_ASSIGN(is_own, is_on_one_process(request));
  if (!is_own) return {};
  request.freed = request.freed_inferred = false;  // the library itself does not hold a reference
  if (request.call == RequestCall::unknown) {
    request.call = RequestCall::isend;
    request.call_inferred = true;
  }
  MPIDBG_ASSIGN(device, view.part(&RequestLayout::dev, process_.layouts.device_request));
  MPIDBG_ASSIGN(own, device.part(&DeviceRequestLayout::ch4, process_.layouts.self_request));
  const std::uint32_t datatype = program_datatype(own.get(&SelfRequestLayout::datatype));
  const std::int64_t count = own.get(&SelfRequestLayout::count);
  MPIDBG_TRY(check_data("MPIDI_self_request_t", own.address(), datatype, count));
  read_data(datatype, count, own.get(&SelfRequestLayout::buf), request);
  return read_message(0, own.get(&SelfRequestLayout::tag), request);
}

Status Requests::read_message(std::int32_t peer, std::int32_t tag, Request &request) {
  request.any_tag = tag == process_.header->any_tag;
  if (!request.any_tag) request.tag = tag;
  request.any_source = peer == process_.header->any_source;
  if (request.any_source || peer == process_.header->proc_null || request.communicator.is_null()) return {};
  MPIDBG_ASSIGN(peers, handles_.communicators.members(request.communicator, true));
  if (peer < 0 || static_cast<std::size_t>(peer) >= peers->size()) {
    return Error{ErrorCode::corrupt, "the request " + hex(request.handle) + " is with rank " + std::to_string(peer) +
                                         " of " + std::to_string(peers->size())};
  }
  const ProcessName &name = (*peers)[static_cast<std::size_t>(peer)];
  request.peer = RequestPeer{peer, handles_.world.rank_of(name), name};
  return {};
}

Status Requests::check_data(const char *struct_name, Address place, std::uint32_t datatype, std::int64_t count) {
  const auto corrupt = [&](const char *field, const std::string &is) {
    return Error{ErrorCode::corrupt, std::string(struct_name) + '.' + field + " at " + hex(place) + " is " + is, place};
  };
  if (static_cast<std::uint64_t>(count) >= limits::message_bytes) {  // also true for negative numbers
    return corrupt("count", std::to_string(count));
  }
  const auto record = handles_.datatypes.record(int_handle(datatype));
  if (!record && record.error().code == ErrorCode::not_found) {
    return corrupt("datatype", hex(datatype) + ", which is not a datatype in use");
  }
  if (!record || (*record)->size == 0) return {};
  const bool fits = static_cast<std::uint64_t>(count) < limits::message_bytes / (*record)->size;
  return fits ? Status()
              : corrupt("count", std::to_string(count) + " of " + std::to_string((*record)->size) + " bytes");
}

void Requests::read_data(std::uint32_t datatype, std::int64_t count, Address buffer, Request &request) {
  request.buffer = buffer;
  request.datatype = int_handle(datatype);
  request.count = static_cast<std::uint64_t>(count);
  request.datatype_name = handles_.datatypes.name(request.datatype);
  request.datatype_named = !request.datatype_name.empty();
  if (const auto record = handles_.datatypes.record(request.datatype)) request.bytes = *request.count * (*record)->size;
}

// Fills in the messages of a nonblocking collective. The library keeps a graph of the operation's steps, but does not
// store the operation of each message. If there is only one such operation, all messages started by nonblocking
// collectives belong to it. Otherwise those on its communicator belong to it. If several operations are pending there,
// each has a tag of its own; it is not known which tag is whose, so that the operation gets the messages of all of
// them. It may continue whenever one of its messages completes.
Status Requests::read_schedule(Request &request) {
  const bool is_only_one = index_.pending_collectives() == 1;
  if (index_.pending_collectives() > most_collectives) return {};
  const std::size_t beside = is_only_one ? 1 : pending_collectives_on(request.communicator);
  MPIDBG_ASSIGN(messages, handles_.devices.in_nonblocking_collectives());
  if (beside == 0 || messages.empty() || messages.size() > limits::schedule_operations) return {};
  Schedule schedule;
  schedule.round = schedule.rounds = 1;
  schedule.truncated = true;
  std::set<int> tags;
  std::map<std::uint64_t, std::size_t> pending;  // operations by the handle of their communicator
  for (const Handle &handle : messages) {
    MPIDBG_ASSIGN(message, read(handle));
    if (!is_only_one) {
      MPIDBG_ASSIGN(owner, communicator_of_program(message.communicator));
      const auto [found, is_new] = pending.try_emplace(owner.value());
      if (is_new) found->second = pending_collectives_on(owner);
      // Any of the operations may use another communicator of the library.
      if (found->second == 0) return {};
      if (owner != request.communicator) continue;
    }
    schedule.operations.push_back(operation_of(message));
    const bool is_numbered = !is_only_one || message.communicator == request.communicator;
    if (is_numbered && message.tag) tags.insert(*message.tag);
  }
  // An operation that has no message in progress may continue by itself.
  if (!is_only_one && tags.size() != beside) return {};
  // Each nonblocking collective on a communicator uses the next tag. For a persistent operation, the tag may be that
  // of its creation or of its start, so no number is derived from it, nor for the request that MPI_Start made for it.
  const bool is_persistent = request.persistent || request.internal;
  if (beside == 1 && tags.size() == 1 && !is_persistent)
    request.sequence = static_cast<std::uint64_t>(*tags.begin() - constants::first_nonblocking_tag) + 1;
  request.schedule = std::move(schedule);
  return {};
}

// Returns the communicator of the program to which a communicator among or within nodes belongs; any other communicator
// belongs to itself.
Result<Handle> Requests::communicator_of_program(Handle communicator) {
  if (communicator.is_null()) return communicator;
  MPIDBG_ASSIGN(where, handles_.contexts.communicator(communicator));
  MPIDBG_ASSIGN(owner, handles_.contexts.receiving(context_of_program(where->received)));
  return owner ? owner->communicator.handle : communicator;
}

// Returns how many nonblocking collectives are pending on the communicator; 0 also if that cannot be read, or if too
// many requests would have to be read.
std::size_t Requests::pending_collectives_on(Handle communicator) {
  if (communicator.is_null()) return 0;
  const auto on_it = index_.on(communicator);
  if (!on_it || (*on_it)->size() > most_requests_beside) return 0;
  std::size_t found = 0;
  for (const std::uint32_t handle : **on_it) {
    if (index_.owner_of(int_handle(handle)) != int_handle(handle)) continue;  // counted as the persistent request
    const auto request = read_head(int_handle(handle));
    if (request && request->type == RequestType::collective && request->state == RequestState::active) ++found;
  }
  return found;
}

Status Requests::read_generalized(const RequestView &view, Request &request) const {
  request.type = RequestType::generalized;
  request.call = RequestCall::grequest_start;
  const Address functions = view.get(&RequestLayout::u);
  if (functions.is_null()) return {};
  MPIDBG_ASSIGN(read, layout::View<GeneralizedFunctionsLayout>::read(
                          process_.memory, process_.layouts.generalized_functions, functions));
  GeneralizedFunctions result;
  result.query = read.get(&GeneralizedFunctionsLayout::query_fn);
  result.free = read.get(&GeneralizedFunctionsLayout::free_fn);
  result.cancel = read.get(&GeneralizedFunctionsLayout::cancel_fn);
  result.state = read.get(&GeneralizedFunctionsLayout::grequest_extra_state);
  result.fortran = read.get(&GeneralizedFunctionsLayout::greq_lang) != constants::language_c;
  request.polled = !read.get(&GeneralizedFunctionsLayout::poll_fn).value_or(Address()).is_null();
  // ROMIO, which is a part of the library, makes such requests for its nonblocking operations.
  const auto is_of_romio = request.polled ? process_.has_code(result.query) : false;
  if (is_of_romio.value_or(false)) {
    request.type = RequestType::file;
    request.call = RequestCall::unknown;
    return {};
  }
  request.call_inferred = !is_of_romio;
  request.generalized = result;
  return {};
}

bool Requests::may_be_of_files() {
  if (!index_.read()) return true;
  return std::any_of(index_.pending_generalized().begin(), index_.pending_generalized().end(), [this](auto handle) {
    const auto request = read_head(int_handle(handle));
    return !request || request->type == RequestType::file || request->call_inferred;
  });
}

// Errors in requests are ignored here, because they are reported when a request is read individually.
Status Requests::collect_references(References &references) {
  MPIDBG_TRY(index_.read());
  for (const PooledObject &object : handles_.pools.live(ObjectKind::request)) {
    if (!index_.is_request(object.handle)) continue;
    const auto request = read(int_handle(object.handle));
    if (!request || request->internal) continue;
    const HandleReference user{HandleKind::request, request->handle};
    for (const HandleReference &used : {HandleReference{HandleKind::communicator, request->communicator},
                                        HandleReference{HandleKind::datatype, request->datatype},
                                        HandleReference{HandleKind::window, request->window}}) {
      if (!used.handle.is_null()) references.add(user, used);
    }
  }
  return {};
}

}  // namespace mpidbg::model::mpich
