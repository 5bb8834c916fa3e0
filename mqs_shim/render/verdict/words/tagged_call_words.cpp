// This file implements the part of WaitWords about calls that take a tag and make a communicator.

#include <algorithm>

#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/evidence/element.h"
#include "mqs_shim/job/why/evidence/program_tag.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/verdict/words/enumeration.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

using why::ConditionKind;
using why::ProcessId;

namespace {

// Returns true if no thread of the process is in the call, or may be in it.
bool is_not_in(const why::Evidence &evidence, const std::string &call) {
  return !evidence.threads.empty() &&
         std::none_of(evidence.threads.begin(), evidence.threads.end(), [&](const why::Thread &thread) {
           return thread.call == call || thread.inside == call ||
                  (thread.call.empty() && thread.activity == why::Activity::unknown);
         });
}

}  // namespace

std::optional<std::string> WaitWords::in_tagged_call(std::uint32_t number, std::uint32_t index, bool relative) const {
  const why::Agent &agent = waits().agents()[number];
  const why::Evidence &evidence = waits().evidence()[agent.process];
  if (agent.schedule || !why::takes_a_tag(evidence.threads[agent.index].call)) return std::nullopt;
  const std::string &call = evidence.threads[agent.index].call;
  const why::Condition condition = waits().condition(number, index);
  std::vector<std::int32_t> messages;
  if (condition.kind == ConditionKind::operation) messages.push_back(condition.index);
  const why::Schedule *const schedule =
      condition.kind == ConditionKind::schedule ? why::element(evidence.schedules, condition.index) : nullptr;
  if (schedule != nullptr) messages = schedule->operations;
  std::vector<ProcessId> peers;
  std::vector<std::string> distances;
  std::string arguments;
  bool are_absent = true;
  for (const std::int32_t one : messages) {
    const why::Operation *const message = why::element(evidence.operations, one);
    if (message == nullptr || !message->peer) return std::nullopt;
    const auto process = waits().processes().find(*message->peer);
    are_absent = are_absent && process && is_not_in(waits().evidence()[*process], call);
    peers.push_back(*message->peer);
    distances.push_back(peer(agent.process, *message, true));
    const auto tag = why::program_tag(*message);
    arguments =
        (tag ? " with tag " + std::to_string(*tag) : "") + " on " + communicator(agent.process, message->communicator);
  }
  if (peers.empty()) return std::nullopt;
  return (relative ? enumeration(distances, "and") : ranks(peers)) + (are_absent ? " to enter " : " to take part in ") +
         printable(call) + arguments;
}

}  // namespace mqs_shim
