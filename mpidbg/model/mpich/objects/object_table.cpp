#include "mpidbg/model/mpich/objects/object_table.h"

#include <algorithm>
#include <map>
#include <set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using TableView = layout::View<ObjectTableLayout>;

constexpr std::uint32_t most_blocks = 1u << 14;            // HANDLE_NUM_BLOCKS
constexpr std::uint32_t most_objects_of_block = 1u << 12;  // a handle has no bits for more
// The largest accepted difference between the length of the list of free objects and the table's count. They can differ
// if a process is stopped while it takes an object off the list.
constexpr std::uint64_t being_taken = 1;

// Describes a block of objects that are consecutive in memory.
struct Block {
  Address begin{};
  std::uint32_t count = 0;
  std::uint32_t number = 0;        // index of the block in the table
  constants::HandlePlace place{};  // static data or a block
  std::size_t first = 0;           // index of the block's first object in the table
};

class TableReader {
 public:
  TableReader(const Attachment &process, ObjectKind kind, const TableView &table, const Glance &glance)
      : process_(process), kind_(kind), table_(table), glance_(glance) {}

  Result<LiveObjects> read() {
    LiveObjects live;
    if (table_.get(&ObjectTableLayout::initialized) == 0) {
      MPIDBG_TRY(check_unused());
      return live;
    }
    MPIDBG_TRY(find_blocks());
    MPIDBG_TRY(read_blocks());
    MPIDBG_TRY(walk_free_list());
    live.reserve(static_cast<std::size_t>(std::count(is_free_.begin(), is_free_.end(), false)));
    for (const Block &block : blocks_) {
      live.add_block(block.begin, object_bytes_);
      for (std::uint32_t i = 0; i < block.count; ++i) {
        const std::size_t at = block.first + i;
        if (is_free_[at]) continue;
        const Address object = block.begin + std::uint64_t{i} * object_bytes_;
        if (!fits(handles_[at], block, i)) {
          return corrupt("MPIR_Handle_common.handle of the " + std::string(noun(kind_)) + " at " + hex(object) +
                         " is " + hex(handles_[at]) + ", which is not its place in the table");
        }
        live.add(handles_[at], glance_ ? seen_[at] : std::uint8_t{0});
      }
    }
    return live;
  }

 private:
  Error corrupt(const std::string &what) const {
    return {ErrorCode::corrupt, what + ": MPIR_Object_alloc_t at " + hex(table_.address()), table_.address()};
  }
  Error corrupt(const char *field, std::int64_t value) const {
    return corrupt("MPIR_Object_alloc_t." + std::string(field) + " of the " + noun(kind_) + "s is " +
                   std::to_string(value));
  }

  // Returns true if MPICH has given back the complete table of infos. MPICH does so when the program has freed its last
  // info object, because programs may use infos without MPI_Init. All objects in static data are then in the list of
  // free objects.
  Result<bool> is_given_back(Address first) const {
    const std::int64_t count = table_.get(&ObjectTableLayout::direct_size);
    if (kind_ != ObjectKind::info || count <= 0 || count > most_objects_of_block) return false;
    std::map<Address, Address> next;
    std::set<Address> followers;
    for (std::int64_t i = 0; i < count; ++i) {
      const Address at = first + static_cast<std::uint64_t>(i) * object_layout(process_.layouts, kind_)->byte_size;
      MPIDBG_ASSIGN(object, layout::View<ObjectLayout>::read(process_.memory, process_.layouts.object, at));
      next[at] = object.get(&ObjectLayout::next);
      followers.insert(next[at]);
    }
    const auto head =
        std::find_if(next.begin(), next.end(), [&](const auto &one) { return !followers.contains(one.first); });
    std::size_t listed = 0;
    for (auto at = head; at != next.end() && listed <= next.size(); at = next.find(at->second)) ++listed;
    return listed == next.size();
  }

  // Checks the table of a kind that was never in use. Such a table counts no objects, and the objects for which it has
  // room in static data do not have their handles yet.
  Status check_unused() const {
    const std::int64_t allocated = table_.get(&ObjectTableLayout::num_allocated),
                       available = table_.get(&ObjectTableLayout::num_avail);
    if (allocated != 0) return corrupt("num_allocated", allocated);
    if (available != 0) return corrupt("num_avail", available);
    const Address first = table_.get(&ObjectTableLayout::direct);
    if (first.is_null()) return {};
    MPIDBG_ASSIGN(object, layout::View<ObjectLayout>::read(process_.memory, process_.layouts.object, first));
    const std::uint32_t handle = object.get(&ObjectLayout::handle);
    if (handle == 0) return {};
    MPIDBG_ASSIGN(was_given_back, is_given_back(first));
    if (was_given_back) return {};
    return corrupt("the first " + std::string(noun(kind_)) + " at " + hex(first) + " has the handle " + hex(handle) +
                   ", and according to its table none was ever in use");
  }

  Status find_blocks() {
    const std::int64_t size = table_.get(&ObjectTableLayout::size),
                       direct = table_.get(&ObjectTableLayout::direct_size),
                       blocks = table_.get(&ObjectTableLayout::indirect_size),
                       allocated = table_.get(&ObjectTableLayout::num_allocated);
    const layout::StructLayout &header = process_.layouts.object;
    if (size < header.span_end || static_cast<std::uint64_t>(size) > limits::read_bytes / most_objects_of_block) {
      return corrupt("size", size);
    }
    if (direct < 0 || direct > most_objects_of_block) return corrupt("direct_size", direct);
    if (blocks < 0 || blocks > most_blocks) return corrupt("indirect_size", blocks);
    if (static_cast<std::uint64_t>(allocated) > limits::table_entries) {
      return corrupt("num_allocated", allocated);
    }
    object_bytes_ = static_cast<std::uint32_t>(size);
    if (direct != 0)
      add(table_.get(&ObjectTableLayout::direct), static_cast<std::uint32_t>(direct), constants::handle_direct, 0);
    if (blocks == 0) return allocated == direct ? Status() : corrupt("num_allocated", allocated);
    // All blocks have the same length.
    const std::int64_t of_block =
        table_.get(&ObjectTableLayout::indirect_block_size).value_or((allocated - direct) / blocks);
    if (of_block <= 0 || of_block > most_objects_of_block || direct + of_block * blocks != allocated) {
      return corrupt("num_allocated", allocated);
    }
    MPIDBG_ASSIGN(begins,
                  process_.memory.read_pointers(table_.get(&ObjectTableLayout::indirect),
                                                static_cast<std::uint64_t>(blocks), "MPIR_Object_alloc_t.indirect"));
    for (std::uint32_t number = 0; number < begins.size(); ++number) {
      add(begins[number], static_cast<std::uint32_t>(of_block), constants::handle_indirect, number);
    }
    return {};
  }

  void add(Address begin, std::uint32_t count, constants::HandlePlace place, std::uint32_t number) {
    blocks_.push_back({begin, count, number, place, objects_});
    objects_ += count;
  }

  // Reads each object's handle and, if the object is free, the pointer to the next free object.
  Status read_blocks() {
    const ObjectLayout &header = process_.layouts.object;
    const auto order = process_.memory.byte_order();
    const unsigned width = process_.memory.pointer_size();
    handles_.reserve(objects_);
    next_.reserve(objects_);
    if (glance_) seen_.reserve(objects_);
    std::vector<std::byte> bytes;
    for (const Block &block : blocks_) {
      // The last object is read completely only if `glance_` is set, because that function may need more than the
      // header.
      bytes.resize((std::size_t{block.count} - 1) * object_bytes_ + (glance_ ? object_bytes_ : header.span_end));
      MPIDBG_TRY(process_.memory.read(block.begin, bytes, std::string("a block of ") + noun(kind_) + "s"));
      for (std::uint32_t i = 0; i < block.count; ++i) {
        const auto object = std::span<const std::byte>(bytes).subspan(std::size_t{i} * object_bytes_);
        handles_.push_back(static_cast<std::uint32_t>(decode_unsigned(object.subspan(header.handle.offset, 4), order)));
        next_.push_back(Address(decode_unsigned(object.subspan(header.next.offset, width), order)));
        if (glance_) {
          seen_.push_back(glance_(block.begin + std::uint64_t{i} * object_bytes_, object.first(object_bytes_)));
        }
      }
    }
    return {};
  }

  // Returns the index of the object at an address.
  std::optional<std::size_t> index_of(Address object) const {
    const auto after = std::upper_bound(by_address_.begin(), by_address_.end(), object,
                                        [](Address a, const Block *b) { return a < b->begin; });
    if (after == by_address_.begin()) return std::nullopt;
    const Block &block = **std::prev(after);
    const std::uint64_t offset = object - block.begin;
    if (offset % object_bytes_ != 0 || offset / object_bytes_ >= block.count) return std::nullopt;
    return block.first + static_cast<std::size_t>(offset / object_bytes_);
  }

  Status walk_free_list() {
    for (const Block &block : blocks_) by_address_.push_back(&block);
    std::sort(by_address_.begin(), by_address_.end(),
              [](const Block *a, const Block *b) { return a->begin < b->begin; });
    is_free_.assign(objects_, false);
    std::uint64_t free = 0;
    for (Address object = table_.get(&ObjectTableLayout::avail); !object.is_null(); ++free) {
      const auto at = index_of(object);
      if (!at) {
        return corrupt("the list of free " + std::string(noun(kind_)) + "s leaves its table after " +
                       std::to_string(free) + " objects, for " + hex(object));
      }
      if (is_free_[*at]) {
        return corrupt("the list of free " + std::string(noun(kind_)) + "s loops after " + std::to_string(free) +
                       " objects, at " + hex(object));
      }
      is_free_[*at] = true;
      object = next_[*at];
    }
    const std::int64_t claimed = table_.get(&ObjectTableLayout::num_avail);
    const auto expected = static_cast<std::uint64_t>(std::max<std::int64_t>(claimed, 0));
    if (claimed < 0 || (free > expected ? free - expected : expected - free) > being_taken) {
      return corrupt("MPIR_Object_alloc_t.num_avail of the " + std::string(noun(kind_)) + "s is " +
                     std::to_string(claimed) + ", and the list has " + std::to_string(free) + " objects");
    }
    return {};
  }

  // Returns true if the object with this index in the block can have the handle. Handles of requests also contain the
  // number of the pool.
  bool fits(std::uint32_t handle, const Block &block, std::uint32_t index) const {
    if (place_of_handle(handle) != block.place || kind_of_handle(handle) != kind_) return false;
    std::uint32_t which = handle & ((1u << constants::handle_kind_shift) - 1);
    if (kind_ == ObjectKind::keyval) which &= constants::keyval_index_mask;
    if (block.place == constants::handle_direct) return which == index;
    if (kind_ == ObjectKind::request) {
      return (which & constants::handle_index_mask) == index &&
             ((which >> constants::handle_block_shift ^ block.number) & constants::request_block_mask) == 0;
    }
    return which == (block.number << constants::handle_block_shift | index);
  }

  const Attachment &process_;
  const ObjectKind kind_;
  const TableView &table_;
  const Glance &glance_;
  std::uint32_t object_bytes_ = 0;
  std::vector<Block> blocks_;
  std::size_t objects_ = 0;
  std::vector<std::uint32_t> handles_;
  std::vector<Address> next_;
  std::vector<std::uint8_t> seen_;  // filled if there is a Glance
  std::vector<const Block *> by_address_;
  std::vector<bool> is_free_;
};

}  // namespace

Result<LiveObjects> read_object_table(const Attachment &process, ObjectKind kind, Address address,
                                      const Glance &glance) {
  if (!process.layouts.object.resolved()) return Error{ErrorCode::layout, process.layouts.object.problem, address};
  MPIDBG_ASSIGN(table, TableView::read(process.memory, process.layouts.object_table, address));
  return TableReader(process, kind, table, glance).read();
}

}  // namespace mpidbg::model::mpich
