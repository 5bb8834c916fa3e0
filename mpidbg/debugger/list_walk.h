#pragma once
// ListWalk guards a walk over a linked structure of the target against cycles and endless lists.
//
// It uses Brent's algorithm, so it needs constant memory and detects a cycle within a small multiple of its length.

#include <cstdint>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

class ListWalk {
 public:
  // `what` names the list in errors, for example "the list of free requests"; it must outlive the walk. `limit` is the
  // largest number of items accepted.
  explicit ListWalk(const char *what, std::uint64_t limit = limits::list_items) : what_(what), limit_(limit) {}

  // Checks the next item. Must be called with each item in order, before the item is read. Errors: corrupt if the list
  // has a cycle or exceeds the limit.
  Status step(Address item) {
    if (item == mark_) return Error{ErrorCode::corrupt, std::string(what_) + " loops at " + hex(item), item};
    if (++steps_ > limit_) {
      return Error{ErrorCode::corrupt, std::string(what_) + " does not end after " + std::to_string(limit_) + " items",
                   item};
    }
    if (++since_mark_ == lap_) {
      mark_ = item;
      since_mark_ = 0;
      lap_ *= 2;
    }
    return {};
  }

  // Returns the number of items so far.
  std::uint64_t steps() const { return steps_; }

 private:
  const char *what_;
  std::uint64_t limit_;
  std::uint64_t steps_ = 0;
  std::uint64_t since_mark_ = 0;
  std::uint64_t lap_ = 1;
  Address mark_{};
};

}  // namespace mpidbg::debugger
