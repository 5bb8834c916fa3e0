#pragma once
// The synchronisation of a window in words.

#include <string>
#include <string_view>

#include "mqs_shim/records/handles/window.h"

namespace mqs_shim {

// "exclusive lock on 1 (wanted; there: shared by 2)"
std::string lock_text(const mpidbg_win_lock_t &lock);

// "exclusively by another process", "shared by 2, 1 waiting"; "free"
std::string lock_word_text(const mpidbg_win_lock_word_t &word);

// Ranks in the window, shortened; processes that are not in it as "world rank 3".
std::string peers_text(const std::vector<mpidbg_win_peer_t> &peers);

// "exclusive lock on 1 (wanted)", "START to 0,2 (1 of 2 posted)", "none"
std::string access_text(const WindowRecord &window);
// "POST to 0,2 (1 of 2 completed)"; "none"
std::string exposure_text(const WindowRecord &window);
// The lock of this process's memory: "exclusive; waiting: 2 (shared)"; empty if it is free or not known.
std::string own_lock_text(const WindowRecord &window);

}  // namespace mqs_shim
