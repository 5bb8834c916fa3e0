#include "mpidbg/model/objects/last_window_call.h"

namespace mpidbg::model {

std::optional<WindowCall> inferred_last_call(const WindowSync &sync) {
  const bool posted = !sync.post_group.is_null();
  switch (sync.access) {
    case WindowAccess::none:
      if (posted && sync.fence_known) return WindowCall::post;
      break;
    case WindowAccess::fence:
      if (!posted) return WindowCall::fence;
      break;
    case WindowAccess::start:
      if (!posted) return WindowCall::start;
      break;
    case WindowAccess::lock:
      if (!posted && sync.locks.size() == 1 && sync.locks[0].state != LockState::releasing) return WindowCall::lock;
      break;
    case WindowAccess::lock_all:
      if (!posted && !sync.lock_all_inferred) return WindowCall::lock_all;
      break;
  }
  return std::nullopt;
}

}  // namespace mpidbg::model
