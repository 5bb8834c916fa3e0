#include "mqs_shim/job/why/verdict/looks.h"

#include <algorithm>

#include "mqs_shim/job/why/evidence/evidence_fields.h"
#include "mqs_shim/job/why/evidence/identity.h"
#include "mqs_shim/job/why/graph/channels.h"
#include "mqs_shim/records/comparison.h"

namespace mqs_shim::why {

namespace {

// Returns true if the thread waits in a probe and two looks cannot show whether it made progress in between. That is
// possible because messages that the program probes for and then receives leave no trace in the queues.
bool probes_unseen(const Evidence &evidence, const Thread &thread) {
  if (evidence.transport_empty || thread.call_is_recorded()) return false;
  return std::any_of(thread.conditions.begin(), thread.conditions.end(), [&](const Condition &condition) {
    return condition.kind == ConditionKind::operation &&
           evidence.operations[static_cast<std::size_t>(condition.index)].kind == OperationKind::probe;
  });
}

constexpr Change all_changes[] = {Change::state,         Change::calls,   Change::operations, Change::schedules,
                                  Change::communicators, Change::windows, Change::counters};

bool differs(const Evidence &first, const Evidence &second, Change in) {
  switch (in) {
    case Change::state:
      return first.state != second.state || first.stopped != second.stopped || first.pid != second.pid;
    case Change::calls:
      return !Comparison::same(first.threads, second.threads);
    case Change::operations:
      return !Comparison::same(first.operations, second.operations);
    case Change::schedules:
      return !Comparison::same(first.schedules, second.schedules);
    case Change::communicators:
      return !Comparison::same(first.communicators, second.communicators);
    case Change::windows:
      return first.windows_known && second.windows_known && !Comparison::same(first.windows, second.windows);
    case Change::counters:
      return !Comparison::same(first.channels, second.channels) || first.progress_counters != second.progress_counters;
  }
  return false;
}

}  // namespace

bool leaves_traces(const Evidence &evidence) {
  const bool is_unseen =
      !evidence.counts && std::any_of(evidence.threads.begin(), evidence.threads.end(),
                                      [&](const Thread &thread) { return probes_unseen(evidence, thread); });
  if (is_unseen) return false;
  return is_gone(evidence) || evidence.counts || !evidence.progress_counters.empty();
}

std::optional<Change> change_of(const Evidence &first, const Evidence &second) {
  for (const Change change : all_changes) {
    if (differs(first, second, change)) return change;
    if (is_gone(second)) break;
  }
  return std::nullopt;
}

std::vector<Change> changes_of(const Evidence &first, const Evidence &second) {
  std::vector<Change> changes;
  for (const Change change : all_changes) {
    if (differs(first, second, change)) changes.push_back(change);
    if (is_gone(second)) break;
  }
  return changes;
}

Looks compare(std::span<const Evidence> first, std::span<const Evidence> second) {
  const ProcessIndex earlier(first);
  Looks looks;
  looks.equal.assign(second.size(), false);
  for (std::uint32_t process = 0; process < second.size(); ++process) {
    const auto same_process = earlier.find(second[process].id);
    if (!same_process) continue;
    if (const auto change = change_of(first[*same_process], second[process])) {
      looks.moved.push_back({process, *change});
    } else {
      looks.equal[process] = !second[process].is_core && leaves_traces(second[process]);
    }
  }
  return looks;
}

}  // namespace mqs_shim::why
