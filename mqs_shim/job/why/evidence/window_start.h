#pragma once
// Recognizes windows of MPICH whose access epoch was inferred. MPICH stores the group of MPI_Win_start in the window
// only after all members have posted. After that, it does not count posts any more.

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Returns true if Window::started was inferred from the words that MPI_Win_start has in its registers or frame; such
// words may be left over from an earlier call.
inline bool is_start_concluded(const Window &window) {
  return !window.in_shared_memory && !window.by_loads && !window.started.empty() && !window.posts_arrived;
}

}  // namespace mqs_shim::why
