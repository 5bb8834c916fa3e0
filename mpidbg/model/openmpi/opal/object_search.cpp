#include "mpidbg/model/openmpi/opal/object_search.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/memory_walk.h"

namespace mpidbg::model::openmpi {

namespace {

// The classes whose objects may be missing from all tables. They are searched for together.
constexpr const char *class_symbols[] = {"ompi_datatype_t_class",
                                         "ompi_grequest_t_class",
                                         "ompi_osc_rdma_sync_t_class",
                                         "ompi_osc_ucx_lock_t_class",
                                         "ompi_request_t_class",
                                         "ompi_comm_request_t_class",
                                         "ompi_osc_rdma_request_t_class",
                                         "ompi_osc_ucx_request_t_class",
                                         "ompi_osc_ucx_generic_request_t_class",
                                         "ompi_osc_ucx_accumulate_request_t_class"};

constexpr std::uint64_t smallest_page = 4096;
constexpr std::int32_t most_references = 1'000'000;

}  // namespace

void ObjectSearch::set_ranges(std::vector<AddressRange> ranges) {
  ranges_ = std::move(ranges);
  clear();
}

Result<std::vector<Address>> ObjectSearch::find(const char *class_symbol) {
  MPIDBG_ASSIGN(wanted, process_.symbol(class_symbol));
  MPIDBG_TRY(check_class(wanted, class_symbol));
  if (!found_.contains(wanted)) {
    std::vector<Address> classes{wanted};
    for (const char *symbol : class_symbols) {
      const auto address = process_.image.find_symbol(symbol);
      if (address && *address != wanted) classes.push_back(*address);
    }
    MPIDBG_TRY(search(classes));
  }
  return found_[wanted];
}

// Checks the name of the class once, because callers would otherwise reject each object of a class with another name.
Status ObjectSearch::check_class(Address object_class, const std::string &class_symbol) const {
  constexpr std::string_view ending = "_class";
  const std::string name = class_symbol.substr(0, class_symbol.size() - ending.size());
  MPIDBG_ASSIGN(has_name, process_.objects.classes().is(object_class, name));
  if (has_name) return {};
  return Error{ErrorCode::corrupt, "the opal_class_t at " + hex(object_class) + " has another cls_name than " + name,
               object_class};
}

Result<std::vector<Address>> ObjectSearch::find(Address object_class) {
  if (!found_.contains(object_class)) MPIDBG_TRY(search({object_class}));
  return found_[object_class];
}

std::string ObjectSearch::problem() const {
  return ranges_.empty() ? "the debugger did not list the memory ranges: objects in no table were searched for only "
                           "around the library's own"
                         : "";
}

// Finds the mapped range around an object on the heap by testing pages at growing distances. If two of the pages are
// readable, those between them are assumed to be in the same mapping.
Result<std::vector<AddressRange>> ObjectSearch::places() const {
  if (!ranges_.empty()) return ranges_;
  MPIDBG_ASSIGN(table, process_.objects.read_object(process_.layouts().pointer_array, process_.symbols.communicators));
  const Address seed(table.get(&PointerArrayLayout::addr).value() & ~(smallest_page - 1));
  std::array<std::byte, 1> byte{};
  const auto readable = [&](std::uint64_t page) {
    return static_cast<bool>(process_.memory.read(Address(page), byte, "the heap"));
  };
  // Finds the last readable page in a direction, with strides that grow and then halve.
  const auto edge = [&](std::int64_t direction) {
    std::uint64_t at = seed.value();
    for (std::uint64_t stride = smallest_page; stride != 0;) {
      const std::uint64_t next = direction > 0 ? at + stride : at - stride;
      const bool wraps = direction > 0 ? next < at : next > at;
      const bool far = (direction > 0 ? next - seed.value() : seed.value() - next) > limits::search_bytes;
      if (!wraps && !far && readable(next)) {
        at = next;
        stride = std::min<std::uint64_t>(stride * 2, std::uint64_t{1} << 24);
      } else {
        stride = stride > smallest_page ? stride / 2 : 0;
      }
    }
    return at;
  };
  return std::vector<AddressRange>{{Address(edge(-1)), Address(edge(1)) + smallest_page}};
}

// Groups classes with neighbouring addresses. Most bits of such addresses are equal.
struct ObjectSearch::Neighbours {
  std::vector<Address> classes;
  // The bits that all classes share in the low half of an address, and a mask of these bits, both in the byte order of
  // the target.
  std::uint32_t shared = 0;
  std::uint32_t mask = ~0u;
};

namespace {

// Returns true if a word has these bits. The loop does not stop at the first match, so that compilers can vectorise it.
bool contains(std::span<const std::uint32_t> words, std::uint32_t bits, std::uint32_t mask) {
  std::uint32_t found = 0;
  for (const std::uint32_t word : words) found |= (word & mask) == bits ? 1u : 0u;
  return found != 0;
}

}  // namespace

// Adds the wanted objects in `piece` to `found`. `piece` must begin at a multiple of eight bytes.
void ObjectSearch::look_at(std::span<const std::byte> piece, Address begin, std::span<const Neighbours> wanted,
                           Found &found) const {
  constexpr std::size_t block_bytes = 4096;
  const auto &header = process_.layouts().object;
  const unsigned width = process_.memory.pointer_size();
  const std::size_t low_half = low_half_offset();
  for (std::size_t block = 0; block < piece.size(); block += block_bytes) {
    const auto part = piece.subspan(block, std::min(block_bytes, piece.size() - block));
    const std::span words(reinterpret_cast<const std::uint32_t *>(part.data()), part.size() / 4);
    for (const Neighbours &neighbours : wanted) {
      if (!contains(words, neighbours.shared, neighbours.mask)) continue;
      for (std::size_t at = 0; at + width <= part.size(); at += width) {
        if ((words[(at + low_half) / 4] & neighbours.mask) != neighbours.shared) continue;
        const Address object_class(decode_unsigned(part.subspan(at, width), process_.memory.byte_order()));
        const auto objects = found.find(object_class);
        if (objects == found.end() || objects->second.size() >= limits::table_entries) continue;
        const Address object = begin + block + at - header.obj_class.offset;
        const auto count =
            process_.memory.read_int32(object + header.obj_reference_count.offset, "opal_object_t.obj_reference_count");
        if (count && *count > 0 && *count <= most_references) objects->second.push_back(object);
      }
    }
  }
}

std::size_t ObjectSearch::low_half_offset() const {
  return process_.memory.pointer_size() == 8 && process_.memory.byte_order() == ByteOrder::big ? 4 : 0;
}

std::vector<ObjectSearch::Neighbours> ObjectSearch::neighbours(std::vector<Address> classes) const {
  constexpr std::uint64_t close = std::uint64_t{1} << 20;
  std::sort(classes.begin(), classes.end());
  std::vector<Neighbours> all;
  for (const Address object_class : classes) {
    if (all.empty() || object_class - all.back().classes.front() > close) all.emplace_back();
    all.back().classes.push_back(object_class);
  }
  const unsigned width = process_.memory.pointer_size();
  for (Neighbours &group : all) {
    std::optional<std::uint32_t> first;
    for (const Address object_class : group.classes) {
      std::array<std::byte, 8> bytes{};
      encode_unsigned(std::span(bytes).first(width), object_class.value(), process_.memory.byte_order());
      std::uint32_t low = 0;
      std::memcpy(&low, bytes.data() + low_half_offset(), sizeof low);
      if (!first) first = low;
      group.mask &= ~(low ^ *first);
    }
    group.shared = *first & group.mask;
  }
  return all;
}

Status ObjectSearch::search(const std::vector<Address> &classes) {
  Found found;
  for (const Address object_class : classes) found[object_class];
  MPIDBG_TRY(look_through_memory(neighbours(classes), found));
  for (auto &[object_class, objects] : found) {
    if (objects.size() >= limits::table_entries) {
      return Error{ErrorCode::corrupt, "memory is full of what looks like objects of the class at " +
                                           hex(object_class) + ": an implausible number"};
    }
    std::sort(objects.begin(), objects.end());
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  }
  found_.merge(found);
  return {};
}

Status ObjectSearch::look_through_memory(std::span<const Neighbours> wanted, Found &found) const {
  MPIDBG_ASSIGN(ranges, places());
  return debugger::walk_memory(process_.memory, ranges, [&](std::span<const std::byte> piece, Address begin) {
    look_at(piece, begin, wanted, found);
  });
}

}  // namespace mpidbg::model::openmpi
