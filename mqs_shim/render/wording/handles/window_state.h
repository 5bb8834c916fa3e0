#pragma once
// Puts the synchronisation of a window (epochs and locks) into words.

#include <string>
#include <string_view>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Returns a text about a lock that the process holds or wants, such as "exclusive lock on 1 (wanted; there: shared by
// 2)".
std::string lock_text(const mpidbg_win_lock_t &lock);

// Returns a text about the state of a lock at its target, such as "exclusive", "shared by 2, 1 waiting" or "free".
std::string lock_word_text(const mpidbg_win_lock_word_t &word);

// Returns the peers' ranks in the window in short form. A process that is not in the window is named like "world rank
// 3".
std::string peers_text(const std::vector<mpidbg_win_peer_t> &peers);

// Returns the call with which a thread of the process may be opening an access epoch of this window, if that cannot be
// seen: MPICH notes the epoch when the call returns. Returns an empty text if the window shows its epoch, or if other
// windows show for each such thread the lock that it waits for.
std::string_view opening_call(const ProcessReport &report, const WindowRecord &window);

// Returns a text about the access epoch of the process, such as "exclusive lock on 1 (wanted)", "START to 0,2 (1 of 2
// posted)" or "none".
std::string access_text(const WindowRecord &window);
// Returns a text about the exposure epoch of the process, such as "POST to 0,2 (1 of 2 completed)" or "none".
std::string exposure_text(const WindowRecord &window);
// Returns a text about the lock of this process's own memory: "exclusive; waiting: 2 (shared)"; empty if it is free or
// not known.
std::string own_lock_text(const WindowRecord &window);

}  // namespace mqs_shim
