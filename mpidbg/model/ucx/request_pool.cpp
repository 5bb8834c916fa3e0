#include "mpidbg/model/ucx/request_pool.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/list_walk.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::ucx {

using layout::View;
using namespace layout::ucx;

namespace {

constexpr std::uint64_t element_limit = 1u << 16;  // bytes

Error corrupt_pool(Address data, const std::string &what) {
  return {ErrorCode::corrupt, "ucs_mpool_data at " + hex(data) + " " + what, data};
}

}  // namespace

Status RequestPool::check(std::uint64_t user_bytes) const {
  MPIDBG_ASSIGN(pool, View<PoolLayout>::read(memory_, layouts_.pool, pool_));
  MPIDBG_ASSIGN(data, View<PoolDataLayout>::read(memory_, layouts_.pool_data, pool.get(&PoolLayout::data)));
  const std::uint64_t has = data.get(&PoolDataLayout::elem_size);
  if (user_bytes > element_limit || has != memory_.pointer_size() + layouts_.request.byte_size + user_bytes) {
    return corrupt_pool(data.address(), "has elements of " + std::to_string(has) + " bytes, expected " +
                                            std::to_string(memory_.pointer_size()) + " and " +
                                            std::to_string(layouts_.request.byte_size) + " of ucp_request and " +
                                            std::to_string(user_bytes) + " of the MPI library");
  }
  return {};
}

Result<RequestPool::Chunks> RequestPool::chunks() const {
  MPIDBG_ASSIGN(pool, View<PoolLayout>::read(memory_, layouts_.pool, pool_));
  MPIDBG_ASSIGN(data, View<PoolDataLayout>::read(memory_, layouts_.pool_data, pool.get(&PoolLayout::data)));
  const std::uint64_t bytes = data.get(&PoolDataLayout::elem_size);
  const std::uint64_t alignment = data.get(&PoolDataLayout::alignment);
  if (alignment == 0 || alignment > element_limit || (alignment & (alignment - 1)) != 0) {
    return corrupt_pool(data.address(), "aligns elements at " + std::to_string(alignment));
  }
  if (bytes < memory_.pointer_size() + layouts_.request.byte_size || bytes > element_limit) {
    return corrupt_pool(data.address(), "has elements of " + std::to_string(bytes) + " bytes");
  }
  const std::uint64_t pitch = (bytes + alignment - 1) / alignment * alignment;
  Chunks result;
  auto &chunks = result.chunks_;
  std::uint64_t total = 0;
  debugger::ListWalk walk("the chunks of ucs_mpool_data", limits::free_list_chunks);
  for (Address at = data.get(&PoolDataLayout::chunks); !at.is_null();) {
    MPIDBG_TRY(walk.step(at));
    MPIDBG_ASSIGN(chunk, View<PoolChunkLayout>::read(memory_, layouts_.pool_chunk, at));
    const std::uint64_t count = chunk.get(&PoolChunkLayout::num_elems);
    total += count;
    if (total > limits::free_list_items) {
      return Error{ErrorCode::corrupt,
                   "ucs_mpool_chunk at " + hex(at) + " claims " + std::to_string(count) + " elements", at};
    }
    chunks.push_back({chunk.get(&PoolChunkLayout::elems), count, pitch});
    at = chunk.get(&PoolChunkLayout::next);
  }
  std::sort(chunks.begin(), chunks.end(),
            [](const Chunks::Chunk &a, const Chunks::Chunk &b) { return a.elements < b.elements; });
  return result;
}

std::uint64_t RequestPool::Chunks::requests() const {
  std::uint64_t count = 0;
  for (const Chunk &chunk : chunks_) count += chunk.count;
  return count;
}

bool RequestPool::Chunks::contains(Address request) const {
  const auto after = std::upper_bound(chunks_.begin(), chunks_.end(), request,
                                      [](Address address, const Chunk &chunk) { return address < chunk.elements; });
  return after != chunks_.begin() && request < std::prev(after)->end();
}

Status RequestPool::walk(const Chunks &chunks, const Found &found) const {
  Status first;
  std::uint64_t free = 0;
  for (const Chunks::Chunk &chunk : chunks.chunks_) {
    const Status walked = walk_chunk(chunk, found, free);
    if (first) first = walked;
  }
  return first ? check_free(free) : first;
}

// Each element of a list is what its head or one other element points to, and the last points nowhere: all addresses
// and all pointers together cancel out.
Status RequestPool::check_free(std::uint64_t free) const {
  MPIDBG_ASSIGN(pool, View<PoolLayout>::read(memory_, layouts_.pool, pool_));
  const auto head = pool.get(&PoolLayout::freelist);
  if (!head || (free ^ head->value()) == 0) return {};
  return Error{ErrorCode::corrupt,
               "ucs_mpool at " + hex(pool_) + ": the elements that are not in use are not those of its free list",
               pool_};
}

// Elements are read many at a time. One in use points to its pool.
Status RequestPool::walk_chunk(const Chunks::Chunk &chunk, const Found &found, std::uint64_t &free) const {
  constexpr std::uint64_t at_once = 128;
  std::vector<std::byte> bytes;
  Status result;
  for (std::uint64_t first = 0; first < chunk.count; first += at_once) {
    const std::uint64_t count = std::min(at_once, chunk.count - first);
    const Address begin = chunk.elements + first * chunk.pitch;
    bytes.resize(count * chunk.pitch);
    MPIDBG_TRY(memory_.read(begin, bytes, "the elements of ucs_mpool_chunk"));
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto element = std::span<const std::byte>(bytes).subspan(i * chunk.pitch, chunk.pitch);
      const Address owner(decode_unsigned(element.first(memory_.pointer_size()), memory_.byte_order()));
      if (owner != pool_) {
        free ^= owner.value() ^ (begin + i * chunk.pitch).value();
        continue;
      }
      const Address request = begin + i * chunk.pitch + memory_.pointer_size();
      const Status decoded = found(request, element.subspan(memory_.pointer_size()));
      if (result) result = decoded;
    }
  }
  return result;
}

}  // namespace mpidbg::model::ucx
