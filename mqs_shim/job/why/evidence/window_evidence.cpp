#include "mqs_shim/job/why/evidence/window_evidence.h"

#include <algorithm>
#include <optional>

namespace mqs_shim::why {

namespace {

// Converts ranks in a window to members of the job. A rank in the window is the rank in the window's communicator.
template <class Peer>
std::optional<Members> to_members(const std::vector<Peer> &peers, const Members &window) {
  std::vector<MemberRun> runs;
  for (const Peer &peer : peers) {
    const auto process = window.at(peer.rank);
    if (!process) return std::nullopt;
    runs.push_back({*process, 1, 1});
  }
  return Members(runs);
}

WindowLock to_lock(const mpidbg_win_lock_t &lock, const WindowRecord &record) {
  using enum WindowLock::State;
  WindowLock result;
  result.target = lock.target;
  result.exclusive = lock.type == MPIDBG_WIN_LOCK_EXCLUSIVE;
  result.checked = lock.nocheck == 0;
  switch (lock.state) {
    case MPIDBG_WIN_LOCK_HELD:
      result.state = held;
      break;
    case MPIDBG_WIN_LOCK_WANTED:
      result.state = wanted;
      break;
    case MPIDBG_WIN_LOCK_HELD_OR_WANTED:
      result.state = either;
      break;
    default:
      result.state = releasing;
      break;
  }
  result.type_known = lock.type != MPIDBG_WIN_LOCK_UNKNOWN;
  // Normally, a lock of all ranks that no rank counts was requested with MPI_MODE_NOCHECK. In these components that is
  // not certain: they request the lock from a rank only when data is first exchanged with that rank.
  const bool asks_all = record.component == "ucx" || record.component == "ch4";
  if (lock.target < 0 && result.state != wanted && record.lock_all_holders <= 0 && !asks_all) result.checked = false;
  return result;
}

// Returns true if the handle is among the words that the thread's MPI call has in its registers and on the stack. A
// handle that is a number may be one half of a word.
bool is_among_words(const ThreadRecord &thread, Address handle) {
  const std::uint64_t number = handle.value();
  const auto is_it = [&](Address word) {
    if (word == handle) return true;
    return number <= UINT32_MAX && (word.value() >> 32 == number || (word.value() & UINT32_MAX) == number);
  };
  return std::any_of(thread.library_words.begin(), thread.library_words.end(), is_it);
}

// Returns the group to which an MPI_Win_start on the window refers in its registers or frame; empty if there are
// several groups or none.
Members group_at_hand(const ProcessReport &report, const WindowRecord &window) {
  for (const ThreadRecord &thread : report.threads) {
    if (thread.call != "MPI_Win_start" || !is_among_words(thread, window.handle)) continue;
    const GroupRecord *found = nullptr;
    for (const GroupRecord &group : report.groups) {
      if (group.size <= 0 || !is_among_words(thread, group.handle)) continue;
      if (found != nullptr) return {};
      found = &group;
    }
    if (found == nullptr) return {};
    std::vector<MemberRun> runs;
    for (const ProcessName &member : found->members)
      runs.push_back({{member.job, static_cast<std::int32_t>(member.rank)}, 1, 1});
    return Members(runs);
  }
  return {};
}

std::optional<Window> to_window(const ProcessReport &report, const WindowRecord &record,
                                const PendingOperations &pending, const Evidence &evidence) {
  const bool in_shared_memory = record.component == "rdma" || record.component == "sm" || record.component == "ucx";
  const bool is_of_mpich = record.component == "ch4";
  if (!in_shared_memory && !is_of_mpich && record.component != "pt2pt") return std::nullopt;
  const auto communicator = pending.communicators.find(record.communicator);
  // For windows of MPICH, incomplete facts suffice: a process does not store which lock it waits for, but the target's
  // queue of requests contains the process.
  if (!record.has(MPIDBG_WIN_INFO_SYNC_KNOWN) || (!record.sync_problem.empty() && !is_of_mpich)) return std::nullopt;
  if (communicator == pending.communicators.end()) return std::nullopt;
  const Members &members = evidence.communicators[static_cast<std::size_t>(communicator->second)].members;
  const auto started = to_members(record.start_peers, members), posted = to_members(record.post_peers, members),
             posters = to_members(record.posters, members);
  if (!started || !posted || !posters) return std::nullopt;
  Window window;
  window.name = record.name;
  window.handle = record.handle;
  window.communicator = communicator->second;
  window.in_shared_memory = in_shared_memory;
  window.grants_late = record.component == "pt2pt";
  window.by_loads = record.component == "sm";
  window.started = is_of_mpich && started->empty() ? group_at_hand(report, record) : *started;
  if (record.has(MPIDBG_WIN_INFO_POSTS_COUNTED)) window.posts_arrived = record.posts_arrived;
  window.posted = *posted;
  if (record.has(MPIDBG_WIN_INFO_COMPLETES_COUNTED)) window.completes_arrived = record.completes_arrived;
  window.posters = *posters;
  for (const mpidbg_win_lock_t &lock : record.locks) {
    if (!is_of_mpich || lock.state != MPIDBG_WIN_LOCK_WANTED) window.locks.push_back(to_lock(lock, record));
  }
  for (const mpidbg_win_waiter_t &waiter : record.waiters) {
    const auto process = is_of_mpich ? members.at(waiter.rank) : std::nullopt;
    if (process) window.queue.push_back({*process, waiter.type == MPIDBG_WIN_LOCK_EXCLUSIVE});
  }
  return window;
}

}  // namespace

void add_windows(const ProcessReport &report, const PendingOperations &pending, Evidence &evidence) {
  const HandleList<WindowRecord> &windows = report.handles.windows;
  evidence.windows_asked = windows.asked;
  evidence.windows_known = windows.asked && windows.problem.empty();
  for (const WindowRecord &record : windows.objects) {
    if (is_predefined(record) || record.has(MPIDBG_WIN_INFO_WIN_NULL)) continue;
    if (auto window = to_window(report, record, pending, evidence)) {
      evidence.windows.push_back(std::move(*window));
    } else {
      evidence.windows_known = false;
    }
  }
}

}  // namespace mqs_shim::why
