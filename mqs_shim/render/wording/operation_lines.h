#pragma once
// The operations of a list that are one line each: equal ones of a queue are one line with their number, where the
// first of them is.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mqs_shim/records/operation.h"

namespace mqs_shim {

// Whether their lines, without -v, are the same text.
bool are_shown_alike(const Operation &one, const Operation &other);

struct OperationLine {
  const Operation *operation;  // the first of the equal ones
  mpidbg_queue_t queue;
  std::uint32_t hash;
  std::size_t count = 1;
};

class OperationLines {
 public:
  // `each`: equal ones are lines of their own.
  explicit OperationLines(bool each) : each_(each) {}

  // The operation must outlive the lines. True if it begins a line.
  bool add(const Operation &operation, mpidbg_queue_t queue);
  const std::vector<OperationLine> &lines() const { return lines_; }

 private:
  // Where the line of such an operation is in places_, or would be.
  std::size_t find(const Operation &operation, mpidbg_queue_t queue, std::uint32_t hash) const;
  void widen();

  bool each_;
  std::vector<OperationLine> lines_{};
  // A hash table: 0, or a line's number and one; its size is a power of two.
  std::vector<std::uint32_t> places_{};
};

}  // namespace mqs_shim
