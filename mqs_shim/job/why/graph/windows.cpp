#include "mqs_shim/job/why/graph/windows.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "mqs_shim/job/why/evidence/window_start.h"
#include "mqs_shim/job/why/graph/channels.h"

namespace mqs_shim::why {

namespace {

constexpr std::size_t most_unseen = 64;

// Calls `seen` once for each member of a group that has evidence, and adds all other members to `unseen`.
void for_each_member(const Members &members, const ProcessIndex &processes,
                     const std::function<void(std::uint32_t)> &seen, std::vector<ProcessId> &unseen) {
  std::int64_t found = 0;
  processes.each(members, [&](std::uint32_t process) {
    ++found;
    seen(process);
  });
  if (found >= members.size()) return;
  for (const MemberRun &run : members.runs()) {
    for (std::int64_t i = 0; i < run.count && unseen.size() < most_unseen; ++i) {
      const std::int64_t rank = run.first.rank + i * run.stride;
      if (rank < 0 || rank > INT32_MAX) break;
      const ProcessId member{run.first.job, static_cast<std::int32_t>(rank)};
      if (!processes.find(member)) unseen.push_back(member);
    }
  }
}

}  // namespace

Windows::Windows(std::span<const Evidence> evidence, const ProcessIndex &processes,
                 const CommunicatorIndex &communicators)
    : evidence_(evidence), processes_(processes), communicators_(communicators), owners_(evidence, communicators) {
  for (std::uint32_t process = 0; process < evidence.size(); ++process) {
    const std::vector<Window> &windows = evidence[process].windows;
    for (std::uint32_t index = 0; index < windows.size(); ++index) {
      const auto id = communicators.id(process, windows[index].communicator);
      if (id != CommunicatorIndex::unknown) places_.push_back({id, process, index});
    }
  }
  std::sort(places_.begin(), places_.end(), [](const Place &one, const Place &other) {
    return std::tie(one.communicator, one.process, one.index) <
           std::tie(other.communicator, other.process, other.index);
  });
}

const Window *Windows::window_of(const Evidence &evidence, const Condition &condition) {
  const bool is_of_window = condition.kind == ConditionKind::post || condition.kind == ConditionKind::complete ||
                            condition.kind == ConditionKind::lock;
  if (!is_of_window || condition.index < 0 || static_cast<std::size_t>(condition.index) >= evidence.windows.size())
    return nullptr;
  const Window &window = evidence.windows[static_cast<std::size_t>(condition.index)];
  const bool has_lock = condition.lock >= 0 && static_cast<std::size_t>(condition.lock) < window.locks.size();
  return condition.kind == ConditionKind::lock && !has_lock ? nullptr : &window;
}

std::optional<std::uint32_t> Windows::find(std::uint32_t process, CommunicatorIndex::Id communicator) const {
  const auto found =
      std::lower_bound(places_.begin(), places_.end(), std::pair{communicator, process},
                       [](const Place &place, const std::pair<CommunicatorIndex::Id, std::uint32_t> &at) {
                         return std::pair{place.communicator, place.process} < at;
                       });
  if (found == places_.end() || found->communicator != communicator || found->process != process) return std::nullopt;
  return found->index;
}

const Window *Windows::on(std::uint32_t process, CommunicatorIndex::Id communicator) const {
  const auto index = find(process, communicator);
  return index && evidence_[process].windows_known ? &evidence_[process].windows[*index] : nullptr;
}

WindowHelpers Windows::helpers(std::uint32_t process, const Condition &condition) const {
  const Window *const window = window_of(evidence_[process], condition);
  WindowHelpers found;
  if (window != nullptr && communicators_.id(process, window->communicator) != CommunicatorIndex::unknown) {
    if (condition.kind == ConditionKind::post) {
      found = who_has_to_post(process, *window);
    } else if (condition.kind == ConditionKind::complete) {
      found = who_has_to_complete(process, *window);
    } else {
      found = who_is_in_the_way(process, *window, condition);
    }
  }
  for (std::vector<std::uint32_t> *list : {&found.all, &found.some}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return found;
}

// Returns the targets of the process's access epoch that have not called MPI_Win_post. A target that has posted has an
// exposure epoch for this process until this process calls MPI_Win_complete. As it has not called that yet, a target
// without such an epoch has not posted.
WindowHelpers Windows::who_has_to_post(std::uint32_t process, const Window &window) const {
  const ProcessId self = evidence_[process].id;
  const auto id = communicators_.id(process, window.communicator);
  WindowHelpers found;
  std::vector<std::uint32_t> maybe;
  for_each_member(
      window.started, processes_,
      [&](std::uint32_t other) {
        const Evidence &evidence = evidence_[other];
        if (window.posters.contains(evidence.id)) return;
        const Window *const theirs = on(other, id);
        if (theirs != nullptr) {
          if (!theirs->posted.contains(self)) found.all.push_back(other);
        } else if (is_gone(evidence) && window.posts_arrived == 0) {
          found.all.push_back(other);
        } else {
          maybe.push_back(other);
        }
      },
      found.unseen);
  found.nobody = found.all.empty() && maybe.empty() && found.unseen.empty();
  if (!window.posts_arrived || !found.all.empty() || !found.unseen.empty()) return found;
  // The library counts the posts that have arrived, but does not store from which targets.
  const std::int64_t needed = window.started.size() - *window.posts_arrived - window.posters.size();
  if (needed <= 0) return found;
  (needed == static_cast<std::int64_t>(maybe.size()) ? found.all : found.some) = std::move(maybe);
  return found;
}

// Returns the processes that have an access epoch to this process and have to complete it. All other processes have
// completed their epoch, or have not begun it.
WindowHelpers Windows::who_has_to_complete(std::uint32_t process, const Window &window) const {
  const ProcessId self = evidence_[process].id;
  const auto id = communicators_.id(process, window.communicator);
  WindowHelpers found;
  std::vector<std::uint32_t> maybe;
  for_each_member(
      window.posted, processes_,
      [&](std::uint32_t other) {
        const Window *const theirs = on(other, id);
        const bool has_epoch = theirs != nullptr && theirs->started.contains(self);
        (has_epoch ? found.all : maybe).push_back(other);
        found.inferred |= has_epoch && is_start_concluded(*theirs);
      },
      found.unseen);
  if (!window.completes_arrived) return found;
  const std::int64_t needed = window.posted.size() - *window.completes_arrived;
  found.nobody = needed <= 0;
  if (needed == window.posted.size()) {
    found.all.insert(found.all.end(), maybe.begin(), maybe.end());
  } else if (needed > static_cast<std::int64_t>(found.all.size()) && found.unseen.empty()) {
    auto &rest = needed == static_cast<std::int64_t>(found.all.size() + maybe.size()) ? found.all : found.some;
    rest.insert(rest.end(), maybe.begin(), maybe.end());
  }
  return found;
}

// Returns the processes that keep this process from getting a lock: they hold a conflicting lock, or wait for the lock
// and get it first.
WindowHelpers Windows::who_is_in_the_way(std::uint32_t process, const Window &window,
                                         const Condition &condition) const {
  LockOwners::Answer answer = owners_.in_the_way(process, condition.index, condition.lock);
  WindowHelpers found;
  found.all = std::move(answer.owners);
  found.impossible = !answer.possible;
  found.inferred = answer.inferred;
  bool are_all_known = true;
  const auto id = communicators_.id(process, window.communicator);
  for_each_member(
      communicators_.all()[id].members, processes_,
      [&](std::uint32_t other) {
        are_all_known = are_all_known && (is_gone(evidence_[other]) || on(other, id) != nullptr);
      },
      found.unseen);
  if (!answer.before.empty() && are_all_known && found.unseen.empty()) {
    found.inferred = found.queued = true;
    (answer.before.size() == 1 ? found.all : found.some) = std::move(answer.before);
  }
  const WindowLock &lock = window.locks[static_cast<std::size_t>(condition.lock)];
  for_each_member(
      lock.ahead, processes_, [&](std::uint32_t other) { found.all.push_back(other); }, found.unseen);
  if (window.grants_late && found.empty() && !found.impossible && are_all_known && found.unseen.empty()) {
    const auto target = communicators_.all()[id].members.at(lock.target);
    const auto process = target ? processes_.find(*target) : std::nullopt;
    found.answers = process.has_value();
    if (process) found.all.push_back(*process);
  }
  return found;
}

}  // namespace mqs_shim::why
