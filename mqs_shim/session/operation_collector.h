#pragma once
// Collects operations whose number is not known before, with a peak of little more than what they take: a growing
// vector needs twice that whenever it moves.

#include <memory>
#include <vector>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

class OperationCollector {
 public:
  void add(const Operation &operation);
  std::size_t size() const { return chunks_.empty() ? 0 : (chunks_.size() - 1) * chunk_operations + used_; }

  // Gives away what was collected; empty after that.
  std::vector<Operation> take();

 private:
  static constexpr std::size_t chunk_operations = 2048;  // 256 KiB
  struct Unmap {
    void operator()(void *chunk) const;
  };
  // Pages of their own, so that each goes back to the system as soon as it is copied.
  using Chunk = std::unique_ptr<Operation, Unmap>;

  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;  // of the last chunk
};

}  // namespace mqs_shim
