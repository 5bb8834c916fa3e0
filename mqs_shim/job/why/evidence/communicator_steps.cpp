#include "mqs_shim/job/why/evidence/communicator_steps.h"

#include <algorithm>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/evidence/element.h"
#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

void CommunicatorSteps::add(const RequestRecord &request) {
  const bool is_of_library = request.has(MPIDBG_REQUEST_INFO_INTERNAL);
  ++(is_of_library ? of_library : of_program);
  if (is_of_library && !request.schedule) visible = false;
  if (!request.schedule) return;
  for (const ScheduleOperationRecord &one : request.schedule->operations) {
    const bool is_known = std::find(messages.begin(), messages.end(), one.request) != messages.end();
    if (!is_known) messages.push_back(one.request);
  }
}

bool makes_one_communicator(const ThreadRecord &record, const ProcessReport &report, const PendingOperations &pending) {
  // The library uses at most two requests at a time for one communicator, in addition to that of MPI_Comm_idup. As a
  // part of MPI_Intercomm_create, it duplicates a communicator like MPI_Comm_idup.
  constexpr std::int32_t most_parts = 2;
  const CommunicatorSteps &steps = pending.steps;
  const bool is_for_idup = mpidbg::mpi_call(record.call).waits_for_requests() && steps.of_program == 1;
  const std::int32_t all = steps.of_library + steps.of_program, parts = is_for_idup ? steps.of_library : all;
  if (!steps.visible || all == 0 || parts > most_parts) return false;
  return std::none_of(report.threads.begin(), report.threads.end(), [&record](const ThreadRecord &other) {
    return &other != &record && (mpidbg::mpi_call(other.call).is_collective || !other.inside.empty());
  });
}

void leave_out_steps(const PendingOperations &pending, std::vector<const Pending *> &requests) {
  const auto makes = [](const Pending *one) { return one->kind == Pending::Kind::communicator; };
  const auto first = std::find_if(requests.begin(), requests.end(), makes);
  if (first == requests.end()) return;
  const Pending *const kept = *first;
  const std::vector<Condition> steps = conditions_of_steps(pending);
  std::erase_if(requests, [&](const Pending *one) {
    const bool is_message = one->kind == Pending::Kind::operation, is_schedule = one->kind == Pending::Kind::schedule;
    const ConditionKind kind = is_message ? ConditionKind::operation : ConditionKind::schedule;
    const bool is_step =
        (is_message || is_schedule) && std::any_of(steps.begin(), steps.end(), [&](const Condition &step) {
          return step.kind == kind && step.index == one->index;
        });
    return one != kept && (is_step || makes(one));
  });
}

std::vector<Condition> conditions_of_steps(const PendingOperations &pending) {
  std::vector<Condition> conditions;
  for (const std::int32_t index : pending.steps.schedules) conditions.push_back({ConditionKind::schedule, index, {}});
  for (const Address request : pending.steps.messages) {
    const auto found = pending.by_request.find(request);
    if (found != pending.by_request.end() && found->second.kind == Pending::Kind::operation)
      conditions.push_back({ConditionKind::operation, found->second.index, {}});
  }
  return conditions;
}

void mark_parts_of_calls(Evidence &evidence) {
  for (const Thread &thread : evidence.threads) {
    if (thread.inferred || !takes_a_tag(thread.call)) continue;
    for (const Condition &condition : thread.conditions) {
      if (condition.kind != ConditionKind::schedule || element(evidence.schedules, condition.index) == nullptr)
        continue;
      evidence.schedules[static_cast<std::size_t>(condition.index)].part_of_call = true;
    }
  }
}

}  // namespace mqs_shim::why
