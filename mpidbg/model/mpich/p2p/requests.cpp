#include "mpidbg/model/mpich/p2p/requests.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/datatypes/program_datatype.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/objects/live_handles.h"
#include "mpidbg/model/mpich/p2p/collective_messages.h"
#include "mpidbg/model/mpich/p2p/persistent_requests.h"
#include "mpidbg/model/mpich/p2p/request_arguments.h"
#include "mpidbg/model/mpich/program_values.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

constexpr std::uint32_t null_request = 0x2c000000;

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
    if (handles_.devices.sees_network()) MPIDBG_TRY(handles_.devices.network().read_request(request).status());
    MPIDBG_TRY(handles_.devices.active_messages.read_request(request));
    const bool is_synchronous = request.call == RequestCall::isend && request.send_mode == SendMode::synchronous;
    if (is_synchronous) request.call = RequestCall::issend;
  }
  const bool is_schedule = request.type == RequestType::collective && request.state == RequestState::active;
  if (is_schedule) MPIDBG_TRY(CollectiveMessages(handles_, index_).read(request));
  return request;
}

Result<Request> Requests::read_head(Handle handle) {
  const std::uint32_t value = value_of(handle);
  if (value == null_request || is_shared_request(value)) return read_shared(value);
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
      return PersistentRequests(process_, handles_, index_).read(view, request);
    case constants::request_persistent_collective:
      request.type = RequestType::collective;
      request.call = RequestCall::collective_init;
      return PersistentRequests(process_, handles_, index_).read(view, request);
    case constants::request_partitioned_send:
    case constants::request_partitioned_receive:
      request.type = RequestType::point_to_point;
      return PersistentRequests(process_, handles_, index_).read_partitioned(view, request);
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
  MPIDBG_TRY(check_data(handles_, "MPIDI_self_request_t", own.address(), datatype, count));
  fill_data(handles_, datatype, count, own.get(&SelfRequestLayout::buf), request);
  return fill_envelope(handles_, 0, own.get(&SelfRequestLayout::tag), request);
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
