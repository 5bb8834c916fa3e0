#pragma once
// Collects an unknown number of operations, with little more memory than the operations themselves need. A growing
// vector would need twice as much whenever it is reallocated.

#include <memory>
#include <vector>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Stores the operations of a queue in chunks until take() copies them into one vector.
class OperationCollector {
 public:
  void add(const Operation &operation);
  std::size_t size() const { return chunks_.empty() ? 0 : (chunks_.size() - 1) * chunk_operations + used_; }

  // Returns all operations and leaves the collector empty.
  std::vector<Operation> take();

 private:
  static constexpr std::size_t chunk_operations = 2048;  // a chunk has 256 KiB
  struct Unmap {
    void operator()(void *chunk) const;
  };
  // A chunk is a separate mapping, so that its memory is returned to the system as soon as it has been copied.
  using Chunk = std::unique_ptr<Operation, Unmap>;

  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;  // number of operations in the last chunk
};

}  // namespace mqs_shim
