#include "mqs_shim/job/why/causes/tagged_calls.h"

#include <algorithm>

#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/evidence/element.h"

namespace mqs_shim::why {

namespace {

// Returns the name of a call of the process that takes a tag and waits for an operation for which `is_it` returns true;
// otherwise an empty name.
template <class IsIt>
std::string_view tagged_call_with(const Evidence &evidence, IsIt &&is_it) {
  for (const Thread &thread : evidence.threads) {
    if (!takes_a_tag(thread.call)) continue;
    const bool has_it = std::any_of(thread.conditions.begin(), thread.conditions.end(), [&](const Condition &one) {
      return one.kind == ConditionKind::operation && element(evidence.operations, one.index) != nullptr &&
             is_it(static_cast<std::uint32_t>(one.index));
    });
    if (has_it) return thread.call;
  }
  return {};
}

}  // namespace

std::string_view tagged_call_of(const Waits &waits, std::uint32_t agent) {
  const Agent &one = waits.agents()[agent];
  if (one.schedule) return {};
  const std::string &call = waits.evidence()[one.process].threads[one.index].call;
  return takes_a_tag(call) ? std::string_view(call) : std::string_view();
}

std::string_view tagged_call_of(const Waits &waits, std::uint32_t process, std::uint32_t index) {
  const Evidence &evidence = waits.evidence()[process];
  const Operation &operation = evidence.operations[index];
  const bool is_message = operation.kind == OperationKind::send || operation.kind == OperationKind::unexpected;
  if (!is_message) return tagged_call_with(evidence, [index](std::uint32_t one) { return one == index; });
  const bool is_here = operation.kind == OperationKind::send;
  const auto peer = operation.peer ? waits.processes().find(*operation.peer) : std::nullopt;
  if (!peer) return {};
  const std::uint32_t sender = is_here ? process : *peer, receiver = is_here ? *peer : process;
  const auto communicator = waits.communicators().id(process, operation.communicator);
  return tagged_call_with(waits.evidence()[sender], [&](std::uint32_t one) {
    const Operation &awaited = waits.evidence()[sender].operations[one];
    return awaited.peer == waits.evidence()[receiver].id && awaited.tag == operation.tag &&
           waits.communicators().id(sender, awaited.communicator) == communicator;
  });
}

}  // namespace mqs_shim::why
