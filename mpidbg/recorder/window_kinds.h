#pragma once
// Defines the kinds of parameters of the calls that synchronise windows. See parameter_kinds.h.

#include "mpidbg/recorder/effects.h"
#include "mpidbg/recorder/parameter_kinds.h"

namespace recorder {

// Describes a parameter that is the most informative number of a synchronisation call: the target's rank or the
// assertion. The window is a later parameter.
struct SyncNumber : Int {
  template <class L>
  static void before(Frame &frame, Type<L> number) {
    frame.sync_number = L::template value<int>(number);
  }
};
struct SyncWin : Win {
  template <class L>
  static void after(Frame &frame, Type<L> window, int result, unsigned) {
    if (result == MPI_SUCCESS) synchronised(frame.doer, word<L>(window), frame.sync_number);
  }
};
struct LockType : Int {
  template <class L>
  static void before(Frame &frame, Type<L> type) {
    frame.lock_type = L::template value<int>(type);
  }
};
// Describes a parameter that is the window of a locking call. The call locks the rank that a previous parameter
// contains or, if `all` is true, all ranks.
template <bool all>
struct LockedWinOf : SyncWin {
  template <class L>
  static void after(Frame &frame, Type<L> window, int result, unsigned words) {
    SyncWin::after<L>(frame, window, result, words);
    if (result != MPI_SUCCESS || !frame.creating) return;
    const bool exclusive = !all && frame.lock_type == MPI_LOCK_EXCLUSIVE;
    locked(frame.doer, {.window = word<L>(window), .rank = all ? -1 : frame.sync_number},
           exclusive ? MPIDBG_RECORD_LOCK_EXCLUSIVE : MPIDBG_RECORD_LOCK_SHARED);
  }
};
using LockedWin = LockedWinOf<false>;
using AllLockedWin = LockedWinOf<true>;
template <bool all>
struct UnlockedWinOf : SyncWin {
  template <class L>
  static void after(Frame &frame, Type<L> window, int result, unsigned words) {
    SyncWin::after<L>(frame, window, result, words);
    if (result == MPI_SUCCESS) unlocked({.window = word<L>(window), .rank = all ? -1 : frame.sync_number});
  }
};
using UnlockedWin = UnlockedWinOf<false>;
using AllUnlockedWin = UnlockedWinOf<true>;

}  // namespace recorder
