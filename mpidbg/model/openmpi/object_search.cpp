#include "mpidbg/model/openmpi/object_search.h"

#include <algorithm>
#include <array>
#include <memory>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/progress.h"

namespace mpidbg::model::openmpi {

namespace {

// The classes whose objects are in no table, or not all of them.
constexpr const char *class_symbols[] = {"ompi_datatype_t_class",         "ompi_grequest_t_class",
                                         "ompi_osc_rdma_sync_t_class",    "ompi_osc_ucx_lock_t_class",
                                         "ompi_request_t_class",          "ompi_comm_request_t_class",
                                         "ompi_osc_rdma_request_t_class", "ompi_osc_ucx_request_t_class"};

constexpr std::size_t piece_bytes = std::size_t{1} << 20;
constexpr std::uint64_t page_bytes = 4096;
constexpr std::int32_t reference_limit = 1'000'000;

}  // namespace

void ObjectSearch::set_ranges(std::vector<MemoryRange> ranges) {
  ranges_ = std::move(ranges);
  clear();
}

Result<std::vector<Address>> ObjectSearch::find(const char *class_symbol) {
  MPIDBG_ASSIGN(wanted, process_.symbol(class_symbol));
  if (found_.empty()) {
    if (Status status = search(); !status) {
      clear();
      return std::move(status).error();
    }
  }
  return found_[wanted];
}

// A page that can be read is followed by others of the same mapping, so a range around an object on the heap is found
// by trying ever further pages.
Result<std::vector<MemoryRange>> ObjectSearch::places() const {
  if (!ranges_.empty()) return ranges_;
  const auto &layout = process_.layouts().pointer_array;
  MPIDBG_ASSIGN(table, process_.objects.read_object(layout, process_.symbols.communicators));
  const Address seed(table.get(layout.addr).value() & ~(page_bytes - 1));
  std::array<std::byte, 1> byte{};
  const auto readable = [&](std::uint64_t page) {
    return static_cast<bool>(process_.memory.read(Address(page), byte, "the heap"));
  };
  // The last readable page in a direction, found with growing strides and then halved ones.
  const auto edge = [&](std::int64_t direction) {
    std::uint64_t at = seed.value();
    for (std::uint64_t stride = page_bytes; stride != 0;) {
      const std::uint64_t next = direction > 0 ? at + stride : at - stride;
      const bool wraps = direction > 0 ? next < at : next > at;
      const bool far = (direction > 0 ? next - seed.value() : seed.value() - next) > limits::search_bytes;
      if (!wraps && !far && readable(next)) {
        at = next;
        stride = std::min<std::uint64_t>(stride * 2, std::uint64_t{1} << 24);
      } else {
        stride = stride > page_bytes ? stride / 2 : 0;
      }
    }
    return at;
  };
  return std::vector<MemoryRange>{{Address(edge(-1)), Address(edge(1)) + page_bytes}};
}

Status ObjectSearch::search() {
  struct Wanted {
    std::uint64_t pattern;  // the class's address as its bytes lie in the target, read in the host's order
    Address object_class;
  };
  std::vector<Wanted> wanted;
  const unsigned width = process_.memory.pointer_size();
  const bool same_order = process_.memory.byte_order() == host_byte_order();
  for (const char *symbol : class_symbols) {
    const auto address = process_.image.find_symbol(symbol);
    if (!address) continue;
    std::uint64_t pattern = address->value();
    if (!same_order)
      pattern = width == 8 ? __builtin_bswap64(pattern) : __builtin_bswap32(static_cast<std::uint32_t>(pattern));
    wanted.push_back({pattern, *address});
    found_[*address];
  }
  MPIDBG_ASSIGN(ranges, places());
  std::uint64_t total = 0, done = 0;
  for (const MemoryRange &range : ranges) total += range.end - range.begin;
  if (total > limits::search_bytes) {
    return Error{ErrorCode::unavailable, "the memory to search for objects has " + std::to_string(total) +
                                             " bytes, more than the limit of " + std::to_string(limits::search_bytes)};
  }
  const auto count_offset = process_.layouts().object.obj_reference_count.offset;
  const auto plausible = [&](Address object) {
    const auto count = process_.memory.read_int32(object + count_offset, "opal_object_t.obj_reference_count");
    return count && *count > 0 && *count <= reference_limit;
  };

  const std::unique_ptr<std::byte[]> piece(new std::byte[piece_bytes]);
  const auto look_at = [&]<class Word>(Address begin, std::size_t bytes, Word) {
    const auto *words = reinterpret_cast<const Word *>(piece.get());
    const std::size_t count = bytes / sizeof(Word);
    for (const Wanted &candidate : wanted) {
      const Word pattern = static_cast<Word>(candidate.pattern);
      for (const Word *at = std::find(words, words + count, pattern); at != words + count;
           at = std::find(at + 1, words + count, pattern)) {
        const Address object = begin + static_cast<std::uint64_t>(at - words) * sizeof(Word);
        if (plausible(object)) found_[candidate.object_class].push_back(object);
      }
    }
  };
  for (const MemoryRange &range : ranges) {
    for (Address at(range.begin.value() & ~std::uint64_t{7}); at < range.end; at = at + piece_bytes) {
      if (!debugger::may_go_on(done, total))
        return Error{ErrorCode::unavailable, "the search for objects was cancelled"};
      const std::size_t bytes = std::min<std::uint64_t>(piece_bytes, range.end - at);
      done += bytes;
      // A piece with a hole in it is read page by page.
      const std::size_t step = process_.memory.read(at, {piece.get(), bytes}, "the heap") ? bytes : page_bytes;
      for (std::size_t offset = 0; offset < bytes; offset += step) {
        const std::size_t part = std::min(step, bytes - offset);
        if (step != bytes && !process_.memory.read(at + offset, {piece.get(), part}, "the heap")) continue;
        if (width == 8) {
          look_at(at + offset, part, std::uint64_t{});
        } else {
          look_at(at + offset, part, std::uint32_t{});
        }
      }
    }
  }
  for (auto &[object_class, objects] : found_) {
    std::sort(objects.begin(), objects.end());
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
