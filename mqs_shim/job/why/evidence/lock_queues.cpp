#include "mqs_shim/job/why/evidence/lock_queues.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/evidence/identity.h"

namespace mqs_shim::why {

namespace {

struct Wish {
  std::int32_t window = 0;
  WindowLock lock;
};

using Wishes = std::map<std::uint32_t, std::vector<Wish>>;  // by process

std::optional<std::int32_t> window_on(const Evidence &evidence, std::uint32_t process, CommunicatorIndex::Id id,
                                      const CommunicatorIndex &communicators) {
  for (std::size_t i = 0; i < evidence.windows.size(); ++i) {
    if (communicators.id(process, evidence.windows[i].communicator) == id) return static_cast<std::int32_t>(i);
  }
  return std::nullopt;
}

// Adds a wanted lock to `wishes` for each request in the queue of the process `target`. A target grants its lock in the
// order of the requests, but grants shared requests together.
void find_wishes(const std::vector<Evidence> &evidence, std::uint32_t target, const Window &window,
                 CommunicatorIndex::Id id, const ProcessIndex &processes, const CommunicatorIndex &communicators,
                 Wishes &wishes) {
  const auto rank = communicators.all()[id].members.rank_of(evidence[target].id);
  if (!rank || *rank > INT32_MAX) return;
  std::vector<MemberRun> before, exclusive_before;
  for (const QueuedLock &queued : window.queue) {
    const auto process = processes.find(queued.process);
    const auto index = process ? window_on(evidence[*process], *process, id, communicators) : std::nullopt;
    if (index) {
      WindowLock lock;
      lock.target = static_cast<std::int32_t>(*rank);
      lock.exclusive = queued.exclusive;
      lock.state = WindowLock::State::wanted;
      lock.ahead = Members(queued.exclusive ? before : exclusive_before);
      wishes[*process].push_back({*index, std::move(lock)});
    }
    before.push_back({queued.process, 1, 1});
    if (queued.exclusive) exclusive_before.push_back(before.back());
  }
}

Thread *thread_that_asks(Evidence &evidence) {
  Thread *found = nullptr;
  for (Thread &thread : evidence.threads) {
    if (kind_of_call(thread.call) != CallKind::window_target) continue;
    if (found != nullptr) return nullptr;
    found = &thread;
  }
  return found != nullptr && is_for_a_lock(found->call) ? found : nullptr;
}

}  // namespace

void add_queued_locks(std::vector<Evidence> &evidence) {
  const auto has_queue = [](const Evidence &one) {
    return std::any_of(one.windows.begin(), one.windows.end(),
                       [](const Window &window) { return !window.queue.empty(); });
  };
  if (std::none_of(evidence.begin(), evidence.end(), has_queue)) return;
  const ProcessIndex processes(evidence);
  const CommunicatorIndex communicators(evidence);
  Wishes wishes;
  for (std::uint32_t target = 0; target < evidence.size(); ++target) {
    for (const Window &window : evidence[target].windows) {
      const auto id = communicators.id(target, window.communicator);
      if (id != CommunicatorIndex::unknown) find_wishes(evidence, target, window, id, processes, communicators, wishes);
    }
  }
  for (auto &[process, of_process] : wishes) {
    Thread *const thread = thread_that_asks(evidence[process]);
    if (thread == nullptr || (of_process.size() > 1 && thread->call == "MPI_Win_lock")) continue;
    thread->activity = Activity::waits;
    thread->why_unknown.clear();
    thread->inferred = false;
    thread->all = true;
    thread->conditions.clear();
    for (Wish &wish : of_process) {
      std::vector<WindowLock> &locks = evidence[process].windows[static_cast<std::size_t>(wish.window)].locks;
      thread->conditions.push_back({ConditionKind::lock, wish.window, {}, static_cast<std::int32_t>(locks.size())});
      locks.push_back(std::move(wish.lock));
    }
  }
}

}  // namespace mqs_shim::why
