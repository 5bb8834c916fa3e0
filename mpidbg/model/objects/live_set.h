#pragma once
// The objects of one kind that a library lists, for checks of membership.

#include <optional>
#include <unordered_set>

#include "mpidbg/base/handle.h"
#include "mpidbg/base/result.h"

namespace mpidbg::model {

class LiveSet {
 public:
  void clear() { handles_.reset(); }
  // `list()`, a Result with handles, is asked once until clear(). Errors: its.
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
