#include "mqs_shim/job/why/causes/likely_cause.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "mqs_shim/job/why/causes/collective_causes.h"
#include "mqs_shim/job/why/causes/collective_disagreement.h"
#include "mqs_shim/job/why/causes/concurrent_collectives.h"
#include "mqs_shim/job/why/causes/left_out.h"
#include "mqs_shim/job/why/causes/message_causes.h"
#include "mqs_shim/job/why/causes/tagged_calls.h"

namespace mqs_shim::why {

namespace {

bool is_send(const Operation &operation) {
  return operation.kind == OperationKind::send || operation.kind == OperationKind::partitioned_send;
}

// Identifies a message together with a receive: the message by sender, receiver, communicator and tag, the receive by
// process and index.
using Pair = std::tuple<ProcessId, ProcessId, CommunicatorIndex::Id, std::int32_t, std::uint32_t, std::uint32_t>;
Pair pair_of(const Waits &waits, const Cause &cause) {
  const std::uint32_t process = waits.agents()[cause.agent].process;
  const Operation &wanted = *waited_for(waits, cause),
                  &near = waits.evidence()[cause.process].operations[cause.operation];
  const bool sends = is_send(wanted);
  const Operation &message = sends ? wanted : near;
  const std::uint32_t at = sends ? process : cause.process;
  const ProcessId here = waits.evidence()[at].id, there = message.peer.value_or(ProcessId());
  const bool is_sender = is_send(message);
  const auto receive = static_cast<std::uint32_t>(waits.condition(cause.agent, cause.condition).index);
  return {is_sender ? here : there,
          is_sender ? there : here,
          waits.communicators().id(at, message.communicator),
          message.tag,
          sends ? cause.process : process,
          sends ? cause.operation : receive};
}

// Identifies two processes in calls that take a tag. Each of the two sees that the tag of the other is wrong.
std::pair<ProcessId, ProcessId> callers_of(const Waits &waits, const Cause &cause) {
  const ProcessId one = waits.evidence()[waits.agents()[cause.agent].process].id;
  return std::minmax(one, waited_for(waits, cause)->peer.value_or(ProcessId()));
}

// Holds the properties of a cause that are equal for all ranks that make the same mistake.
using Likeness = std::tuple<Site, bool, bool, bool, bool, OperationKind, OperationKind, std::int32_t, std::int32_t,
                            CommunicatorIndex::Id>;
Likeness likeness_of(const Waits &waits, const Cause &cause) {
  const Agent &agent = waits.agents()[cause.agent];
  const Evidence &evidence = waits.evidence()[agent.process];
  const Operation &wanted = *waited_for(waits, cause),
                  &near = waits.evidence()[cause.process].operations[cause.operation];
  const Differences &differ = cause.differences;
  return {agent.schedule ? Site() : in_source(evidence.threads[agent.index].site),
          differ.tag,
          differ.communicator,
          differ.sender,
          differ.receiver,
          wanted.kind,
          near.kind,
          wanted.any_tag ? INT32_MIN : wanted.tag,
          near.any_tag ? INT32_MIN : near.tag,
          waits.communicators().id(agent.process, wanted.communicator)};
}

int rank_of(const Cause &cause) {
  if (cause.may_come_later) return 2;
  return cause.kind == CauseKind::unequal_counts || cause.kind == CauseKind::taken_by_wildcard ? 1 : 0;
}

// Clears Cause::may_come_later for two ranks if they wait for each other and each has a message that nearly fits:
// neither will send another message later.
void settle_exchanges(const Waits &waits, std::vector<Cause> &causes) {
  std::set<std::pair<ProcessId, ProcessId>> near;  // who waits, and for whom
  const auto receive_of = [&](const Cause &cause) -> std::optional<std::pair<ProcessId, ProcessId>> {
    if (cause.kind != CauseKind::near_message) return std::nullopt;
    const Operation &wanted = *waited_for(waits, cause);
    if (is_send(wanted) || !wanted.peer) return std::nullopt;
    return std::pair{waits.evidence()[waits.agents()[cause.agent].process].id, *wanted.peer};
  };
  for (const Cause &cause : causes) {
    if (const auto receive = receive_of(cause)) near.insert(*receive);
  }
  for (Cause &cause : causes) {
    const auto receive = receive_of(cause);
    if (receive && !cause.differences.receiver && near.contains({receive->second, receive->first}))
      cause.may_come_later = false;
  }
}

// Sorts the causes, the most likely first, and keeps only one cause for each mistake.
std::vector<Cause> sorted_out(const Waits &waits, std::vector<Cause> causes) {
  settle_exchanges(waits, causes);
  std::stable_sort(causes.begin(), causes.end(), [](const Cause &one, const Cause &other) {
    return std::pair{rank_of(one), one.differences.count()} < std::pair{rank_of(other), other.differences.count()};
  });
  std::set<std::tuple<std::uint32_t, std::uint32_t>> messages;
  std::set<Pair> pairs;
  std::set<std::pair<ProcessId, ProcessId>> calls;
  std::map<Likeness, std::size_t> places;
  std::vector<Cause> result;
  for (const Cause &cause : causes) {
    if (cause.kind == CauseKind::near_message) {
      // Reports each message once, even if several ranks wait for a message like it. Reports each pair once, even if
      // both of its ranks wait.
      if (!messages.insert({cause.process, cause.operation}).second) continue;
      if (!pairs.insert(pair_of(waits, cause)).second) continue;
      if (!tagged_call_of(waits, cause.agent).empty() && !calls.insert(callers_of(waits, cause)).second) continue;
      const auto [place, is_new] = places.try_emplace(likeness_of(waits, cause), result.size());
      if (!is_new) {
        result[place->second].alike.push_back(waits.agents()[cause.agent].process);
        result[place->second].may_come_later = false;  // several ranks make the mistake at one place
        continue;
      }
    }
    result.push_back(cause);
  }
  if (result.size() > most_causes) result.resize(most_causes);
  for (Cause &cause : result) std::sort(cause.alike.begin(), cause.alike.end());
  return result;
}

// Returns true for causes that conclude from the order of calls that something differs. Where it is known what differs
// on a communicator, such a cause adds nothing, or is wrong.
bool is_about_order(CauseKind kind) {
  return kind == CauseKind::nonblocking_order || kind == CauseKind::other_communicator ||
         kind == CauseKind::collectives_exchanged || kind == CauseKind::other_collective;
}

// Returns true for causes of which one per communicator is enough, whichever findings they explain.
bool is_about_communicator(CauseKind kind) {
  return kind >= CauseKind::concurrent_collectives && kind <= CauseKind::left_out;
}

CommunicatorIndex::Id communicator_of(const Waits &waits, std::uint32_t agent) {
  const Collective *const collective = waits.collective(agent);
  return collective == nullptr ? CommunicatorIndex::unknown
                               : waits.communicators().id(waits.agents()[agent].process, collective->communicator);
}

std::vector<Cause> causes_in_collectives(const Waits &waits, const Verdict &verdict, const Finding &finding) {
  std::vector<Cause> causes = concurrent_collectives(waits, finding.agents);
  for (Cause &cause : collective_disagreements(waits, verdict, finding)) causes.push_back(std::move(cause));
  std::set<CommunicatorIndex::Id> settled;
  for (const Cause &cause : causes) settled.insert(communicator_of(waits, cause.agent));
  for (Cause &cause : collective_causes(waits, verdict, finding.agents)) {
    const bool is_on_two =
        cause.kind == CauseKind::other_communicator || cause.kind == CauseKind::collectives_exchanged;
    const bool is_settled = settled.contains(communicator_of(waits, cause.agent)) ||
                            (is_on_two && settled.contains(communicator_of(waits, cause.other_agent)));
    if (!is_settled || !is_about_order(cause.kind)) causes.push_back(std::move(cause));
  }
  return causes;
}

std::vector<Cause> causes_of(const Waits &waits, const Verdict &verdict, const Finding &finding,
                             MessageCauses &of_messages) {
  std::vector<Cause> causes;
  const std::size_t looked_at = std::min(finding.agents.size(), most_agents);
  for (const std::uint32_t agent : std::span(finding.agents).first(looked_at)) {
    for (const std::uint32_t condition : reasons(waits, verdict, agent)) {
      for (const Cause &cause : of_messages.of(agent, condition)) causes.push_back(cause);
    }
  }
  for (Cause &cause : causes_in_collectives(waits, verdict, finding)) causes.push_back(std::move(cause));
  if (causes.empty()) causes = left_out_collectives(waits, finding.agents);
  return sorted_out(waits, std::move(causes));
}

}  // namespace

const Operation *waited_for(const Waits &waits, const Cause &cause) {
  const Condition condition = waits.condition(cause.agent, cause.condition);
  const std::vector<Operation> &operations = waits.evidence()[waits.agents()[cause.agent].process].operations;
  const auto index = static_cast<std::size_t>(condition.index);
  if (condition.kind != ConditionKind::operation || condition.index < 0 || index >= operations.size()) return nullptr;
  return &operations[index];
}

std::vector<Cause> likely_causes(const Waits &waits, const Verdict &verdict, const Finding &finding) {
  MessageCauses of_messages(waits);
  return causes_of(waits, verdict, finding, of_messages);
}

std::vector<Cause> likely_causes(const Waits &waits, const Verdict &verdict) {
  MessageCauses of_messages(waits);
  std::vector<Cause> all;
  for (const Finding &finding : verdict.findings) {
    if (!can_never_go_on(finding.kind) || all.size() >= most_causes) continue;
    for (Cause &cause : causes_of(waits, verdict, finding, of_messages)) {
      const bool is_told =
          is_about_communicator(cause.kind) && std::any_of(all.begin(), all.end(), [&](const Cause &one) {
            return one.kind == cause.kind && communicator_of(waits, one.agent) == communicator_of(waits, cause.agent);
          });
      if (!is_told) all.push_back(std::move(cause));
    }
  }
  return all;
}

}  // namespace mqs_shim::why
