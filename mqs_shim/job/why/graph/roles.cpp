#include "mqs_shim/job/why/graph/roles.h"

#include <algorithm>

#include "mqs_shim/job/why/evidence/call_kind.h"

namespace mqs_shim::why {

namespace {

// Returns the role of a live process according to its threads. A sleeping thread does nothing until another thread of
// the process wakes it, and therefore does not count. If all threads sleep, the process counts as running, because a
// signal handler may wake them.
Role role_of_threads(const Evidence &evidence) {
  if (evidence.threads.empty()) return Role::unknown;
  const auto some = [&](auto &&is) { return std::any_of(evidence.threads.begin(), evidence.threads.end(), is); };
  const auto is = [](Activity activity) { return [=](const Thread &thread) { return thread.activity == activity; }; };
  if (some(is(Activity::runs))) return Role::runs;
  if (some(is(Activity::polls))) return Role::polls;
  if (some(is(Activity::unknown))) return Role::unknown;
  const auto sleeps = is(Activity::sleeps);
  if (std::all_of(evidence.threads.begin(), evidence.threads.end(), sleeps)) return Role::runs;
  return std::all_of(evidence.threads.begin(), evidence.threads.end(),
                     [&](const Thread &thread) { return is_waiting(thread) || sleeps(thread); })
             ? Role::waits
             : Role::returning;
}

}  // namespace

bool is_waiting(const Thread &thread) {
  return thread.activity == Activity::waits && !thread.conditions.empty();
}

bool is_in_blocking_call(const Evidence &evidence) {
  return std::any_of(evidence.threads.begin(), evidence.threads.end(), [](const Thread &thread) {
    return thread.activity == Activity::waits || thread.activity == Activity::unknown;
  });
}

std::size_t forbidden_threads(const Evidence &evidence) {
  if (evidence.thread_level == ThreadLevel::unknown || evidence.thread_level == ThreadLevel::multiple) return 0;
  const auto inside = std::count_if(evidence.threads.begin(), evidence.threads.end(),
                                    [](const Thread &thread) { return !thread.call.empty(); });
  return inside < 2 ? 0 : static_cast<std::size_t>(inside);
}

Role role_of(const Evidence &evidence) {
  switch (evidence.state) {
    case ProcessState::exited:
    case ProcessState::crashed:
      return Role::gone;
    case ProcessState::missing:
      return Role::missing;
    default:
      break;
  }
  if (evidence.stopped && hides_calls(evidence)) return Role::unknown;
  if (evidence.state == ProcessState::finalized) return Role::gone;
  if (evidence.stopped) return Role::stopped;
  if (evidence.state == ProcessState::before_init) return Role::not_started;
  if (evidence.state == ProcessState::unreadable) return Role::unknown;
  return role_of_threads(evidence);
}

bool does_nothing_but_wait(const Evidence &evidence) {
  if (evidence.state == ProcessState::unreadable || role_of_threads(evidence) != Role::waits) return false;
  return !evidence.stopped || evidence.counts || evidence.transport_empty.value_or(false);
}

bool hides_calls(const Evidence &evidence) {
  return std::all_of(evidence.threads.begin(), evidence.threads.end(),
                     [](const Thread &thread) { return thread.activity == Activity::unknown && thread.call.empty(); });
}

bool has_made_its_last_call(const Evidence &evidence) {
  return evidence.state == ProcessState::in_finalize &&
         std::all_of(evidence.threads.begin(), evidence.threads.end(), [](const Thread &thread) {
           return thread.inside.empty() && kind_of_call(thread.call) == CallKind::finalize;
         });
}

bool is_over(const Evidence &evidence) {
  return has_made_its_last_call(evidence) && evidence.callbacks_over && evidence.schedules.empty();
}

}  // namespace mqs_shim::why
