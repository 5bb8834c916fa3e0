#include "mqs_shim/job/why/evidence/unplaced_sends.h"

#include <algorithm>
#include <map>
#include <utility>

namespace mqs_shim::why {

namespace {

struct Arrival {
  ProcessId receiver;
  const Operation *message = nullptr;
};
using ArrivalsBySender = std::map<std::pair<ProcessId, Address>, Arrival>;  // by the sender and the send's record

// Returns the arrived messages by the records of their sends. If two messages name the same send, one of them is wrong,
// so that neither is used.
ArrivalsBySender find_arrivals(const std::vector<Evidence> &evidence) {
  ArrivalsBySender arrivals;
  for (const Evidence &process : evidence) {
    if (!process.sends) continue;
    for (const Evidence::RecordOfSend &send : process.sends->arrived) {
      const Operation &message = process.operations[send.operation];
      if (!message.peer) continue;
      const auto [place, is_new] = arrivals.try_emplace({*message.peer, send.record}, Arrival{process.id, &message});
      if (!is_new) place->second.message = nullptr;
    }
  }
  return arrivals;
}

void place(Operation &send, const Arrival &arrival) {
  send.peer = arrival.receiver;
  send.tag = arrival.message->tag;
  send.bytes = arrival.message->bytes;
  send.internal = arrival.message->internal;
  send.collective = arrival.message->collective;
  send.synchronous = arrival.message->synchronous;
}

bool is_unplaced(const Evidence &evidence, const Condition &condition) {
  if (condition.kind != ConditionKind::operation) return false;
  const Operation &operation = evidence.operations[static_cast<std::size_t>(condition.index)];
  return operation.kind == OperationKind::send && !operation.peer;
}

void forget_waits(Evidence &evidence) {
  evidence.queues_complete = false;
  if (evidence.problem.empty()) {
    evidence.problem = "to whom a pending send goes is not kept there, and no rank that was read has its message";
  }
  for (Thread &thread : evidence.threads) {
    const bool waits = std::any_of(thread.conditions.begin(), thread.conditions.end(),
                                   [&](const Condition &condition) { return is_unplaced(evidence, condition); });
    if (!waits) continue;
    thread.activity = Activity::unknown;
    thread.why_unknown = "to whom " + thread.call + " sends is not visible";
    thread.conditions.clear();
    thread.inferred = false;
  }
}

}  // namespace

void place_sends(std::vector<Evidence> &evidence) {
  const bool are_any = std::any_of(evidence.begin(), evidence.end(), [](const Evidence &process) {
    return process.sends && !process.sends->unplaced.empty();
  });
  if (!are_any) return;
  const ArrivalsBySender arrivals = find_arrivals(evidence);
  for (Evidence &process : evidence) {
    if (!process.sends) continue;
    bool all_placed = true;
    for (const Evidence::RecordOfSend &send : process.sends->unplaced) {
      const auto found = arrivals.find({process.id, send.record});
      const bool is_placed = found != arrivals.end() && found->second.message != nullptr;
      if (is_placed) place(process.operations[send.operation], found->second);
      all_placed &= is_placed;
    }
    if (!all_placed) forget_waits(process);
  }
}

}  // namespace mqs_shim::why
