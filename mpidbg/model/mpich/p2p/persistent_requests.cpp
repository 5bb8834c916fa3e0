#include "mpidbg/model/mpich/p2p/persistent_requests.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/datatypes/program_datatype.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/partitioned.h"
#include "mpidbg/model/mpich/p2p/request_arguments.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

// Checks a request that a persistent request has started. MPI_Start makes a separate request, or uses the shared one if
// the operation completes at once. The request started by MPI_Bsend_init's request may be a generalized one.
Status PersistentRequests::check_started(const RequestView &persistent, const RequestView &started) {
  MPIDBG_ASSIGN(numbers, request_kinds(process_));
  MPIDBG_ASSIGN(header, started.as(process_.layouts.object));
  const std::uint32_t handle = header.get(&ObjectLayout::handle);
  const auto in_use = handles_.pools.find(ObjectKind::request, handle);
  const bool is_there = is_shared_request(handle) ? is_complete(process_, started).value_or(false)
                                                  : in_use && *in_use == started.address();
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
Status PersistentRequests::read(const RequestView &view, Request &request) {
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
Status PersistentRequests::read_partitioned(const RequestView &view, Request &request) {
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
    MPIDBG_TRY(check_data(handles_, "MPIDI_part_request_t", view.address(), read.datatype, read.count));
  }
  if (!request.internal) fill_data(handles_, read.datatype, read.count, read.buffer, request);
  MPIDBG_TRY(fill_envelope(handles_, read.peer, read.tag.value_or(0), request));
  if (!read.tag) request.tag.reset();
  return {};
}

// Checks the context id of a persistent request. Up to 4.1, the request contains the context id of messages that are
// sent on its communicator.
Status PersistentRequests::check_context(const layout::View<PersistentRequestLayout> &arguments, Handle communicator) {
  const auto noted = arguments.get(&PersistentRequestLayout::context_id);
  if (!noted || communicator.is_null()) return {};
  MPIDBG_ASSIGN(where, handles_.contexts.communicator(communicator));
  if (context_of_communicator(*noted) == where->sent) return {};
  return Error{ErrorCode::corrupt,
               "MPIDI_prequest_t.context_id at " + hex(arguments.address()) + " is " + hex(*noted) +
                   ", and its communicator " + hex(communicator) + " has " + hex(where->sent),
               arguments.address()};
}

Status PersistentRequests::read_arguments(const layout::View<PersistentRequestLayout> &arguments, bool is_receive,
                                          Request &request) {
  const std::uint32_t type = arguments.get(&PersistentRequestLayout::p_type);
  const std::uint32_t datatype = program_datatype(arguments.get(&PersistentRequestLayout::datatype));
  const std::int64_t count = arguments.get(&PersistentRequestLayout::count);
  MPIDBG_TRY(check_data(handles_, "MPIDI_prequest_t", arguments.address(), datatype, count));
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
  fill_data(handles_, datatype, count, arguments.get(&PersistentRequestLayout::buffer), request);
  return fill_envelope(handles_, arguments.get(&PersistentRequestLayout::rank),
                       arguments.get(&PersistentRequestLayout::tag), request);
}

}  // namespace mpidbg::model::mpich
