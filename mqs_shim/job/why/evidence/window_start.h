#pragma once
// MPI_Win_start with MPICH, which keeps its group once all of it have posted, and then says that they have.

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Whether Window::started was found among what MPI_Win_start has at hand. Words of an earlier call may have been taken
// for it.
inline bool is_start_concluded(const Window &window) {
  return !window.in_shared_memory && !window.by_loads && !window.started.empty() && !window.posts_arrived;
}

}  // namespace mqs_shim::why
