#include "mpidbg/model/mpich/p2p/collective_messages.h"

#include <map>
#include <set>
#include <utility>

#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/objects/live_handles.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

// Limit the work of telling the messages of several nonblocking collectives apart, each of which is compared with all
// others: the pending collectives, and the requests on one communicator.
constexpr std::size_t most_collectives = 16, most_requests_beside = 4096;

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

// Fills in the messages of a nonblocking collective. The library keeps a graph of the operation's steps, but does not
// store the operation of each message. If there is only one such operation, all messages started by nonblocking
// collectives belong to it. Otherwise those on its communicator belong to it. If several operations are pending there,
// each has a tag of its own; it is not known which tag is whose, so that the operation gets the messages of all of
// them. It may continue whenever one of its messages completes.
Status CollectiveMessages::read(Request &request) {
  const bool is_only_one = index_.pending_collectives() == 1;
  if (index_.pending_collectives() > most_collectives) return {};
  const std::size_t beside = is_only_one ? 1 : pending_on(request.communicator);
  MPIDBG_ASSIGN(messages, handles_.devices.in_nonblocking_collectives());
  if (beside == 0 || messages.empty() || messages.size() > limits::schedule_operations) return {};
  Schedule schedule;
  schedule.round = schedule.rounds = 1;
  schedule.truncated = true;
  std::set<int> tags;
  std::map<std::uint64_t, std::size_t> pending;  // operations by the handle of their communicator
  for (const Handle &handle : messages) {
    MPIDBG_ASSIGN(message, handles_.requests.read(handle));
    if (!is_only_one) {
      MPIDBG_ASSIGN(owner, communicator_of_program(message.communicator));
      const auto [found, is_new] = pending.try_emplace(owner.value());
      if (is_new) found->second = pending_on(owner);
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

Result<Handle> CollectiveMessages::communicator_of_program(Handle communicator) {
  if (communicator.is_null()) return communicator;
  MPIDBG_ASSIGN(where, handles_.contexts.communicator(communicator));
  MPIDBG_ASSIGN(owner, handles_.contexts.receiving(context_of_program(where->received)));
  return owner ? owner->communicator.handle : communicator;
}

std::size_t CollectiveMessages::pending_on(Handle communicator) {
  if (communicator.is_null()) return 0;
  const auto on_it = index_.on(communicator);
  if (!on_it || (*on_it)->size() > most_requests_beside) return 0;
  std::size_t found = 0;
  for (const std::uint32_t handle : **on_it) {
    if (index_.owner_of(int_handle(handle)) != int_handle(handle)) continue;  // counted as the persistent request
    const auto request = handles_.requests.read_head(int_handle(handle));
    if (request && request->type == RequestType::collective && request->state == RequestState::active) ++found;
  }
  return found;
}

}  // namespace mpidbg::model::mpich
