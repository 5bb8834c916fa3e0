#include "mpidbg/model/openmpi/p2p/nbc_requests.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/opal/pooled_objects.h"
#include "mpidbg/model/openmpi/p2p/nbc_schedule.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

constexpr const char *component_symbol = "mca_coll_libnbc_component";

bool is_transfer(const ScheduleOperation &operation) {
  return operation.action == ScheduleAction::send || operation.action == ScheduleAction::receive;
}

}  // namespace

std::string NbcRequests::problem() const {
  if (!process_.symbol(component_symbol)) return {};
  const Layouts &layouts = process_.layouts();
  return Attachment::unresolved({&layouts.nbc_component, &layouts.nbc_request, &layouts.nbc_schedule, &layouts.nbc_send,
                                 &layouts.nbc_receive, &layouts.nbc_op, &layouts.nbc_copy, &layouts.nbc_unpack});
}

Result<std::vector<Address>> NbcRequests::live() const {
  const auto component = process_.symbol(component_symbol);
  if (!component || !problem().empty()) return std::vector<Address>{};
  return requests_in_use(process_.objects, *component + process_.layouts().nbc_component.requests.offset);
}

Status NbcRequests::read(Address handle, Request &request) const {
  const Layouts &layouts = process_.layouts();
  MPIDBG_ASSIGN(view, process_.objects.read_object(layouts.nbc_request, handle));
  request.type = RequestType::collective;
  request.call = request.persistent ? RequestCall::collective_init : RequestCall::icollective;
  request.communicator = view.get(&NbcRequestLayout::comm);
  request.tag = view.get(&NbcRequestLayout::tag);
  if (const auto before = constants::nonblocking_number(layouts.numbers, view.get(&NbcRequestLayout::tag)))
    request.sequence = *before + 1;
  request.transfer_started = request.state != RequestState::inactive;
  request.transfer_completed = request.state != RequestState::inactive && view.get(&NbcRequestLayout::nbc_complete);
  if (view.get(&NbcRequestLayout::schedule).is_null()) {
    if (request.state != RequestState::inactive) request.transfer_completed = true;
    request.schedule_problem = "the library has thrown the schedule away: the operation is complete";
    return {};
  }
  if (const Status status = read_schedule(view, request); !status) {
    request.schedule.reset();
    request.schedule_problem = status.error().message;
  }
  return {};
}

Status NbcRequests::read_schedule(const RequestView &view, Request &request) const {
  const Layouts &layouts = process_.layouts();
  MPIDBG_ASSIGN(header, process_.objects.read_object(layouts.nbc_schedule, view.get(&NbcRequestLayout::schedule)));
  const std::int64_t size = header.get(&NbcScheduleLayout::size);
  if (size <= 0 || static_cast<std::uint64_t>(size) > limits::schedule_bytes) {
    return Error{ErrorCode::corrupt,
                 "NBC_Schedule at " + hex(header.address()) + " claims " + std::to_string(size) + " bytes",
                 header.address()};
  }
  NbcScheduleBytes data;
  data.address = header.get(&NbcScheduleLayout::data);
  data.bytes.resize(static_cast<std::size_t>(size));
  data.temporary_buffer = view.get(&NbcRequestLayout::tmpbuf);
  MPIDBG_TRY(process_.memory.read(data.address, data.bytes, "NBC_Schedule.data"));

  // While a persistent operation is not started, it keeps the offset of its last round, which is ignored.
  const bool inactive = request.state == RequestState::inactive;
  const std::int64_t row = inactive ? 0 : view.get(&NbcRequestLayout::row_offset);
  MPIDBG_ASSIGN(schedule, decode_schedule(process_.objects, data, static_cast<std::uint64_t>(row)));
  for (ScheduleOperation &operation : schedule.operations) {
    name_objects(operation);
    if (!is_transfer(operation)) continue;
    MPIDBG_ASSIGN(peer,
                  peers_.peer(request.communicator.address(), operation.peer.comm_rank, operation.in_local_group));
    operation.peer = peer;
  }
  if (inactive) {
    schedule.round = 0;
  } else if (view.get(&NbcRequestLayout::nbc_complete)) {
    schedule.round = schedule.rounds + 1;
    schedule.operations.clear();
  } else {
    MPIDBG_TRY(mark_progress(view, request, schedule));
  }
  request.schedule = std::move(schedule);
  return {};
}

void NbcRequests::name_objects(ScheduleOperation &operation) const {
  if (const auto type = handles_.datatypes.summary(operation.datatype.address()))
    operation.datatype_name = (*type)->name;
  if (operation.op.is_null()) return;
  operation.op_name = handles_.ops.name(operation.op.address()).value_or({});
}

// The first req_count transfers of a round have a request each, in order; requests are released in reverse order.
// Everything else in a round is done when the round begins.
Status NbcRequests::mark_progress(const RequestView &view, const Request &request, Schedule &schedule) const {
  const Layouts &layouts = process_.layouts();
  const std::int64_t claimed = view.get(&NbcRequestLayout::req_count);
  std::vector<ScheduleOperation *> transfers;
  for (ScheduleOperation &operation : schedule.operations) {
    if (operation.round != schedule.round) break;
    operation.state = ScheduleState::done;
    if (is_transfer(operation)) transfers.push_back(&operation);
  }
  if (claimed < 0 || (static_cast<std::uint64_t>(claimed) > transfers.size() && !schedule.truncated)) {
    return Error{ErrorCode::corrupt,
                 "ompi_coll_libnbc_request_t at " + hex(request.handle) + " has " + std::to_string(claimed) +
                     " transfers in progress in a round of " + std::to_string(transfers.size()),
                 request.handle.address()};
  }
  const std::uint64_t count = std::min<std::uint64_t>(static_cast<std::uint64_t>(claimed), transfers.size());
  if (count == 0) return {};
  MPIDBG_ASSIGN(requests, process_.memory.read_pointers(view.get(&NbcRequestLayout::req_array), count,
                                                        "ompi_coll_libnbc_request_t.req_array"));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    MPIDBG_ASSIGN(part, process_.objects.read_object(layouts.request, requests[i]));
    if (part.get(&RequestLayout::req_complete).value() == constants::request_completed) continue;
    transfers[i]->state = ScheduleState::pending;
    transfers[i]->request = requests[i];
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
