#include "mqs_shim/render/wording/handles/window_state.h"

#include <algorithm>
#include <iterator>

#include "mqs_shim/render/rank_set.h"
#include "mqs_shim/render/terms/window_terms.h"

namespace mqs_shim {

namespace {

std::string of(int part, std::size_t all) {
  return std::to_string(part) + " of " + std::to_string(all);
}

bool is_wanted(const mpidbg_win_lock_t &lock) {
  return lock.state == MPIDBG_WIN_LOCK_WANTED;
}

}  // namespace

std::string lock_word_text(const mpidbg_win_lock_word_t &word) {
  std::string text = "free";
  if (word.exclusive != 0) {
    text = "exclusive";
  } else if (word.shared > 0) {
    text = "shared by " + std::to_string(word.shared);
  }
  if (word.waiting > 0) text += ", " + std::to_string(word.waiting) + " waiting";
  return text;
}

std::string lock_text(const mpidbg_win_lock_t &lock) {
  std::string text;
  if (lock.type != MPIDBG_WIN_LOCK_UNKNOWN) text = std::string(lock_type_term(lock.type)) + ' ';
  text += lock.target < 0 ? "lock on all" : "lock on " + std::to_string(lock.target);
  text += " (" + std::string(lock_state_term(lock.state));
  if (lock.nocheck != 0) text += ", MPI_MODE_NOCHECK";
  if (lock.at_target.known != 0 && lock.state != MPIDBG_WIN_LOCK_HELD)
    text += "; there: " + lock_word_text(lock.at_target);
  return text + ')';
}

std::string peers_text(const std::vector<mpidbg_win_peer_t> &peers) {
  std::vector<int> ranks;
  std::string others;
  for (const mpidbg_win_peer_t &peer : peers) {
    if (peer.rank >= 0) {
      ranks.push_back(peer.rank);
    } else {
      others += (others.empty() ? "" : ",");
      others += "world rank " + std::to_string(peer.mpi_comm_world_rank);
    }
  }
  std::string text = compress_ranks(ranks);
  if (!text.empty() && !others.empty()) text += ',';
  text += others;
  return text.empty() ? "nobody" : text;
}

std::string_view opening_call(const ProcessReport &report, const WindowRecord &window) {
  if (window.component != "ch4" || window.access != MPIDBG_WIN_ACCESS_NONE) return {};
  constexpr std::string_view calls[] = {"MPI_Win_lock", "MPI_Win_lock_all", "MPI_Win_start"};
  std::string_view call;
  std::ptrdiff_t unseen = 0;
  for (const ThreadRecord &thread : report.threads) {
    if (std::find(std::begin(calls), std::end(calls), thread.call) == std::end(calls)) continue;
    call = thread.call;
    ++unseen;
  }
  for (const WindowRecord &other : report.handles.windows.objects)
    unseen -= std::count_if(other.locks.begin(), other.locks.end(), is_wanted);
  return unseen > 0 ? call : std::string_view();
}

std::string access_text(const WindowRecord &window) {
  switch (window.access) {
    case MPIDBG_WIN_ACCESS_FENCE:
      return window.has(MPIDBG_WIN_INFO_COMMUNICATED) ? "FENCE (with communication)" : "FENCE";
    case MPIDBG_WIN_ACCESS_START: {
      std::string text = "START to " + peers_text(window.start_peers);
      if (window.has(MPIDBG_WIN_INFO_POSTS_COUNTED)) {
        text += " (" + of(window.posts_arrived, window.start_peers.size()) + " posted)";
      }
      for (const mpidbg_win_lock_t &lock : window.locks) text += ", " + lock_text(lock);
      return text;
    }
    case MPIDBG_WIN_ACCESS_LOCK:
    case MPIDBG_WIN_ACCESS_LOCK_ALL: {
      if (window.has(MPIDBG_WIN_INFO_LOCK_ALL_INFERRED)) {
        std::string text = "lock of every rank (lock_all, inferred)";
        for (const mpidbg_win_lock_t &lock : window.locks) {
          if (lock.state != MPIDBG_WIN_LOCK_HELD) text += ", " + lock_text(lock);
        }
        return text;
      }
      std::string text;
      for (const mpidbg_win_lock_t &lock : window.locks) text += (text.empty() ? "" : ", ") + lock_text(lock);
      return text.empty() ? "a lock" : text;
    }
    default:
      return window.has(MPIDBG_WIN_INFO_FENCE_KNOWN) ? "none" : "none, or FENCE";
  }
}

std::string exposure_text(const WindowRecord &window) {
  if (!window.post_group.is_null()) {
    std::string text = "POST to " + peers_text(window.post_peers);
    if (window.has(MPIDBG_WIN_INFO_COMPLETES_COUNTED)) {
      text += " (" + of(window.completes_arrived, window.post_peers.size()) + " completed)";
    }
    return text;
  }
  if (window.access == MPIDBG_WIN_ACCESS_FENCE) return "FENCE";
  return window.has(MPIDBG_WIN_INFO_FENCE_KNOWN) ? "none" : "none, or FENCE";
}

std::string own_lock_text(const WindowRecord &window) {
  std::string text;
  const mpidbg_win_lock_word_t &word = window.lock_word;
  if (word.known != 0 && (word.exclusive != 0 || word.shared > 0 || word.waiting > 0)) text = lock_word_text(word);
  for (const mpidbg_win_waiter_t &waiter : window.waiters) {
    text += (&waiter == window.waiters.data() ? ": " : ", ") + std::to_string(waiter.rank) + " (" +
            std::string(lock_type_term(waiter.type)) + ')';
  }
  if (window.lock_all_holders > 0) {
    if (!text.empty()) text += ", ";
    text += "lock_all by " + std::to_string(window.lock_all_holders);
  }
  return text;
}

}  // namespace mqs_shim
