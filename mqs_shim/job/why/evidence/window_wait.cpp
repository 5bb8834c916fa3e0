#include "mqs_shim/job/why/evidence/window_wait.h"

#include <algorithm>

#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/evidence/window_start.h"

namespace mqs_shim::why {

namespace {

std::int64_t missing_posts(const Window &window) {
  if (!window.posts_arrived) return window.started.size();
  return window.started.size() - *window.posts_arrived;
}

std::int64_t missing_completes(const Window &window) {
  return window.posted.size() - window.completes_arrived.value_or(0);
}

bool may_be_wanted(const WindowLock &lock) {
  return lock.checked && (lock.state == WindowLock::State::wanted || lock.state == WindowLock::State::either);
}

std::vector<Condition> candidates(const std::string &call, const Evidence &evidence) {
  const bool waits = call == "MPI_Win_wait", locks = kind_of_call(call) == CallKind::window_target;
  const bool asks = is_for_a_lock(call) || call == "MPI_Win_start";
  std::vector<Condition> found, sure;
  for (std::size_t i = 0; i < evidence.windows.size(); ++i) {
    const Window &window = evidence.windows[i];
    const auto index = static_cast<std::int32_t>(i);
    if (!asks && !waits && !window.grants_late) continue;
    if (!locks && waits && missing_completes(window) > 0) found.push_back({ConditionKind::complete, index, {}});
    if (!locks && !waits && missing_posts(window) > 0) found.push_back({ConditionKind::post, index, {}});
    for (std::size_t lock = 0; locks && lock < window.locks.size(); ++lock) {
      if (!may_be_wanted(window.locks[lock])) continue;
      const Condition one{ConditionKind::lock, index, {}, static_cast<std::int32_t>(lock)};
      (window.locks[lock].state == WindowLock::State::wanted ? sure : found).push_back(one);
    }
  }
  return sure.empty() ? found : sure;
}

bool is_at_hand(const ThreadRecord &record, Address address) {
  const auto in = [&](const std::vector<Address> &words) {
    return std::find(words.begin(), words.end(), address) != words.end();
  };
  return in(record.waiting_registers) || in(record.waiting_slots) || in(record.library_words);
}

}  // namespace

bool find_window_wait(const ThreadRecord &record, const Evidence &evidence, Thread &thread) {
  std::vector<Condition> found = candidates(thread.call, evidence);
  if (found.empty()) {
    const auto moves_nothing = [](const Window &window) { return window.by_loads; };
    return evidence.windows_known && !evidence.windows.empty() && thread.call != "MPI_Win_wait" &&
           thread.call != "MPI_Win_start" && !is_for_a_lock(thread.call) &&
           std::all_of(evidence.windows.begin(), evidence.windows.end(), moves_nothing);
  }
  // Several windows fit; the handles found in registers and on the stack may be left over from earlier calls.
  if (found.size() > 1) thread.all = false;
  // If there are several candidates, the wait is inferred. MPI_Win_lock and MPI_Win_lock_all are an exception: they
  // wait for a lock, whichever of the candidates it is.
  if ((found.size() > 1 && !is_for_a_lock(thread.call)) || !evidence.windows_known) {
    thread.inferred = true;
    thread.all = false;
    const auto is_elsewhere = [&](const Condition &one) {
      return !is_at_hand(record, evidence.windows[static_cast<std::size_t>(one.index)].handle);
    };
    if (!std::all_of(found.begin(), found.end(), is_elsewhere)) std::erase_if(found, is_elsewhere);
  }
  thread.inferred |= std::any_of(found.begin(), found.end(), [&](const Condition &one) {
    return one.kind == ConditionKind::post && is_start_concluded(evidence.windows[static_cast<std::size_t>(one.index)]);
  });
  thread.conditions = std::move(found);
  return true;
}

void find_late_lock(const ThreadRecord &record, const Evidence &evidence, Thread &thread) {
  if (!moves_window_data(thread.call)) return;
  for (std::size_t index = 0; index < evidence.windows.size(); ++index) {
    const Window &window = evidence.windows[index];
    if (!window.grants_late || !is_at_hand(record, window.handle)) continue;
    for (std::size_t lock = 0; lock < window.locks.size(); ++lock) {
      if (!window.locks[lock].checked || window.locks[lock].state != WindowLock::State::wanted) continue;
      thread.conditions.push_back(
          {ConditionKind::lock, static_cast<std::int32_t>(index), {}, static_cast<std::int32_t>(lock)});
    }
  }
  if (thread.conditions.empty()) return;
  thread.activity = Activity::waits;
  thread.all = false;
  thread.inferred = true;
}

}  // namespace mqs_shim::why
