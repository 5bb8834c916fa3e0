#pragma once
// LiveSet caches the handles of one kind that a library lists, to check whether a handle is among them.

#include <optional>
#include <unordered_set>

#include "mpidbg/base/handle.h"
#include "mpidbg/base/result.h"

namespace mpidbg::model {

class LiveSet {
 public:
  // Forgets the handles. Must be called at a new stop.
  void clear() { handles_.reset(); }
  // Returns true if the handle is live. `list()` returns a Result with the handles, and is called at most once until
  // clear(). Errors: those of `list()`.
  template <class List>
  Result<bool> contains(Handle handle, List &&list) {
    if (!handles_) {
      MPIDBG_ASSIGN(live, list());
      handles_.emplace(live.begin(), live.end());
    }
    return handles_->contains(handle);
  }

 private:
  std::optional<std::unordered_set<Handle>> handles_;
};

}  // namespace mpidbg::model
