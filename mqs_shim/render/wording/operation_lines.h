#pragma once
// Finds equal operations of a queue. They are shown as one line with their number, at the place of the first one.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mqs_shim/records/operation.h"

namespace mqs_shim {

// Returns true if the two operations have the same line of text when -v is not given.
bool are_shown_alike(const Operation &one, const Operation &other);

// Describes a line for one or several equal operations.
struct OperationLine {
  const Operation *operation;  // the first of the equal operations
  mpidbg_queue_t queue;
  std::uint32_t hash;
  std::size_t count = 1;
};

// Collects the operations of queues into lines, so that equal operations share a line.
class OperationLines {
 public:
  // With `each`, every operation has its own line.
  explicit OperationLines(bool each) : each_(each) {}

  // Adds an operation, which must outlive this object. Returns true if the operation begins a new line.
  bool add(const Operation &operation, mpidbg_queue_t queue);
  const std::vector<OperationLine> &lines() const { return lines_; }

 private:
  // Returns the position in places_ for the line of this operation or of an equal one.
  std::size_t find(const Operation &operation, mpidbg_queue_t queue, std::uint32_t hash) const;
  void widen();

  bool each_;
  std::vector<OperationLine> lines_{};
  // Hash table whose size is a power of two. Entries are 0, or a line's number plus one.
  std::vector<std::uint32_t> places_{};
};

}  // namespace mqs_shim
