#include "mqs_shim/session/operation_collector.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <type_traits>

namespace mqs_shim {

static_assert(std::is_trivially_copyable_v<Operation> && std::is_trivially_destructible_v<Operation>);

void OperationCollector::Unmap::operator()(void *chunk) const {
  munmap(chunk, chunk_operations * sizeof(Operation));
}

void OperationCollector::add(const Operation &operation) {
  if (chunks_.empty() || used_ == chunk_operations) {
    void *memory =
        mmap(nullptr, chunk_operations * sizeof(Operation), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    chunks_.emplace_back(static_cast<Operation *>(memory));
    used_ = 0;
  }
  new (chunks_.back().get() + used_) Operation(operation);
  ++used_;
}

std::vector<Operation> OperationCollector::take() {
  std::vector<Operation> result;
  std::size_t left = size();
  result.reserve(left);
  for (Chunk &chunk : chunks_) {
    const std::size_t count = std::min(left, chunk_operations);
    result.insert(result.end(), chunk.get(), chunk.get() + count);
    left -= count;
    chunk.reset();
  }
  chunks_.clear();
  used_ = 0;
  return result;
}

}  // namespace mqs_shim
