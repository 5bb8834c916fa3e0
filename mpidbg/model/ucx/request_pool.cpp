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

constexpr std::uint64_t element_limit = 1u << 16;  // the largest plausible size of an element in bytes
constexpr std::uint64_t piece_bytes =
    1u << 19;  // size of one read; small, so that the host need not cache memory that is read only once

// Returns true if two consecutive chunks are close together, with only data of the allocator and padding in between.
bool is_beside(Address end, Address next) {
  constexpr std::uint64_t most_between = 4096;
  return end <= next && next - end <= most_between;
}

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

// Calls `found` for the requests in use. Chunks that are close together are read at once.
Status RequestPool::walk(const Chunks &chunks, const Found &found) const {
  Status first;
  std::uint64_t free = 0;
  std::vector<std::byte> bytes;
  const auto &all = chunks.chunks_;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    for (end = begin + 1; end < all.size() && is_beside(all[end - 1].end(), all[end].elements) &&
                          all[end].end() - all[begin].elements <= piece_bytes;) {
      ++end;
    }
    const Status walked = walk_run(Run(all).subspan(begin, end - begin), bytes, found, free);
    if (first) first = walked;
  }
  return first ? check_free(free) : first;
}

// Checks the list of free elements. Either the head or exactly one other element refers to each element, and the last
// element refers to nothing. Therefore the exclusive or of all addresses and pointers is 0.
Status RequestPool::check_free(std::uint64_t free) const {
  MPIDBG_ASSIGN(pool, View<PoolLayout>::read(memory_, layouts_.pool, pool_));
  const auto head = pool.get(&PoolLayout::freelist);
  if (!head || (free ^ head->value()) == 0) return {};
  return Error{ErrorCode::corrupt,
               "ucs_mpool at " + hex(pool_) + ": the elements that are not in use are not those of its free list",
               pool_};
}

Status RequestPool::walk_run(Run run, std::vector<std::byte> &bytes, const Found &found, std::uint64_t &free) const {
  constexpr const char *what = "the elements of ucs_mpool_chunk";
  Status result;
  if (run.size() > 1) {
    bytes.resize(run.back().end() - run.front().elements);
    const bool is_read = static_cast<bool>(memory_.read(run.front().elements, bytes, what));
    for (const Chunks::Chunk &chunk : run) {
      const auto of_chunk = std::span<const std::byte>(bytes).subspan(chunk.elements - run.front().elements);
      const Status walked =
          is_read ? walk_elements(chunk, of_chunk, found, free) : walk_run(Run(&chunk, 1), bytes, found, free);
      if (result) result = walked;
    }
    return result;
  }
  const Chunks::Chunk &chunk = run.front();
  const std::uint64_t at_once = std::max<std::uint64_t>(piece_bytes / chunk.pitch, 1);
  for (std::uint64_t first = 0; first < chunk.count; first += at_once) {
    const std::uint64_t count = std::min(at_once, chunk.count - first);
    const Chunks::Chunk elements{chunk.elements + first * chunk.pitch, count, chunk.pitch};
    bytes.resize(count * chunk.pitch);
    MPIDBG_TRY(memory_.read(elements.elements, bytes, what));
    const Status walked = walk_elements(elements, bytes, found, free);
    if (result) result = walked;
  }
  return result;
}

// Recognizes elements in use by their first word, which points to the pool.
Status RequestPool::walk_elements(const Chunks::Chunk &elements, std::span<const std::byte> bytes, const Found &found,
                                  std::uint64_t &free) const {
  Status result;
  for (std::uint64_t i = 0; i < elements.count; ++i) {
    const Address at = elements.elements + i * elements.pitch;
    const auto element = bytes.subspan(i * elements.pitch, elements.pitch);
    const Address owner(decode_unsigned(element.first(memory_.pointer_size()), memory_.byte_order()));
    if (owner != pool_) {
      free ^= owner.value() ^ at.value();
      continue;
    }
    const Status decoded = found(at + memory_.pointer_size(), element.subspan(memory_.pointer_size()));
    if (result) result = decoded;
  }
  return result;
}

}  // namespace mpidbg::model::ucx
