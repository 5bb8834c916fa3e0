#include "mpidbg/model/openmpi/opal/containers.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::model::openmpi {

namespace {

struct Table {
  std::uint64_t size;
  std::uint64_t free;
  Address slots;
};

Result<Table> read_table(Objects &objects, Address array) {
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().pointer_array, array));
  const std::int64_t size = view.get(&PointerArrayLayout::size);
  const std::int64_t free = view.get(&PointerArrayLayout::number_free);
  if (size < 0 || static_cast<std::uint64_t>(size) > limits::table_entries || free < 0 || free > size) {
    return Error{ErrorCode::corrupt,
                 "opal_pointer_array_t at " + hex(array) + " claims " + std::to_string(size) + " slots, " +
                     std::to_string(free) + " of them free",
                 array};
  }
  return Table{static_cast<std::uint64_t>(size), static_cast<std::uint64_t>(free), view.get(&PointerArrayLayout::addr)};
}

std::uint64_t align(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

}  // namespace

Result<std::vector<Address>> read_pointer_array(Objects &objects, Address array) {
  MPIDBG_ASSIGN(table, read_table(objects, array));
  if (table.size == 0) return std::vector<Address>{};
  return objects.memory().read_pointers(table.slots, table.size, "opal_pointer_array_t.addr");
}

Result<CountedSlots> read_counted_slots(Objects &objects, Address array) {
  MPIDBG_ASSIGN(table, read_table(objects, array));
  CountedSlots result;
  if (table.size != 0) {
    MPIDBG_ASSIGN(slots, objects.memory().read_pointers(table.slots, table.size, "opal_pointer_array_t.addr"));
    result.slots = std::move(slots);
  }
  const auto free = static_cast<std::uint64_t>(std::count(result.slots.begin(), result.slots.end(), Address()));
  if (free != table.free) {
    result.problem = "opal_pointer_array_t at " + hex(array) + " has " + std::to_string(free) + " free slots of " +
                     std::to_string(table.size) + ", and number_free " + std::to_string(table.free);
  }
  return result;
}

Result<std::vector<Address>> read_live_pointers(Objects &objects, Address array) {
  auto slots = read_pointer_array(objects, array);
  if (!slots) return slots;
  // Since 5.0, slots may contain placeholders with odd values while a communicator is being made.
  std::erase_if(*slots, [](Address slot) { return slot.is_null() || slot.value() % 2 != 0; });
  return slots;
}

Result<Address> read_pointer_array_slot(Objects &objects, Address array, std::int64_t index) {
  MPIDBG_ASSIGN(table, read_table(objects, array));
  if (index < 0 || static_cast<std::uint64_t>(index) >= table.size) {
    return Error{ErrorCode::out_of_range, "index " + std::to_string(index) + " is beyond the table of " +
                                              std::to_string(table.size) + " handles"};
  }
  const auto pointer_size = objects.memory().pointer_size();
  MPIDBG_ASSIGN(slot, objects.memory().read_pointer(table.slots + static_cast<std::uint64_t>(index) * pointer_size,
                                                    "opal_pointer_array_t.addr[]"));
  if (slot.is_null()) return Error{ErrorCode::not_found, "no handle has index " + std::to_string(index)};
  return slot;
}

Result<ListCursor> ListCursor::open(const Objects &objects, Address list) {
  const auto &layout = objects.layouts().list;
  MPIDBG_ASSIGN(view, objects.read(layout, list));
  const Address sentinel = view.address_of(&ListLayout::opal_list_sentinel);
  MPIDBG_ASSIGN(item, view.part(&ListLayout::opal_list_sentinel, objects.layouts().list_item));
  const std::uint64_t length = view.get(&ListLayout::opal_list_length);
  if (length > limits::list_items) {
    return Error{ErrorCode::corrupt, "opal_list_t at " + hex(list) + " claims " + std::to_string(length) + " items",
                 list};
  }
  return ListCursor(objects, sentinel, item.get(&ListItemLayout::opal_list_next), length);
}

Result<std::optional<Address>> ListCursor::next() {
  if (next_ == sentinel_) {
    if (walk_.steps() == length_) return std::optional<Address>{};
    return Error{ErrorCode::corrupt,
                 "list with sentinel at " + hex(sentinel_) + " has " + std::to_string(walk_.steps()) +
                     " items but says " + std::to_string(length_),
                 sentinel_};
  }
  MPIDBG_TRY(walk_.step(next_));
  const auto &layout = objects_->layouts().list_item;
  MPIDBG_ASSIGN(item, objects_->read(layout, next_));
  if (item.get(&ListItemLayout::opal_list_prev) != previous_) {
    return Error{ErrorCode::corrupt,
                 "list item at " + hex(next_) + " points back to " + hex(item.get(&ListItemLayout::opal_list_prev)) +
                     " and not to " + hex(previous_),
                 next_};
  }
  previous_ = next_;
  next_ = item.get(&ListItemLayout::opal_list_next);
  return std::optional<Address>{previous_};
}

Result<FreeListCursor> FreeListCursor::open(Objects &objects, Address free_list) {
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().free_list, free_list));
  FreeListCursor cursor(objects);
  cursor.item_class_ = view.get(&FreeListLayout::fl_frag_class);
  const std::uint64_t allocated = view.get(&FreeListLayout::fl_num_allocated);
  const std::uint64_t per_chunk = view.get(&FreeListLayout::fl_num_per_alloc);
  const std::uint64_t item_bytes = view.get(&FreeListLayout::fl_frag_size);
  cursor.alignment_ = view.get(&FreeListLayout::fl_frag_alignment);
  const auto corrupt = [&](const std::string &what) {
    return Error{ErrorCode::corrupt, "opal_free_list_t at " + hex(free_list) + " " + what, free_list};
  };
  if (allocated == 0) {
    MPIDBG_ASSIGN(list, objects.read(objects.layouts().list, view.address_of(&FreeListLayout::fl_allocations)));
    if (list.get(&ListLayout::opal_list_length) != 0) return corrupt("has chunks but no items");
    return cursor;
  }
  if (allocated > limits::free_list_items || per_chunk > limits::free_list_items) {
    return corrupt("claims " + std::to_string(allocated) + " items, " + std::to_string(per_chunk) + " a chunk");
  }
  if (item_bytes == 0 || item_bytes > (1u << 24) || cursor.alignment_ < 2 || cursor.alignment_ > (1u << 20) ||
      (cursor.alignment_ & (cursor.alignment_ - 1)) != 0) {
    return corrupt("has items of " + std::to_string(item_bytes) + " bytes aligned to " +
                   std::to_string(cursor.alignment_));
  }
  cursor.item_bytes_ = align(item_bytes, cursor.alignment_);

  MPIDBG_ASSIGN(chunks, ListCursor::open(objects, view.address_of(&FreeListLayout::fl_allocations)));
  for (;;) {
    auto chunk = chunks.next();
    if (!chunk) return std::move(chunk).error();
    if (!*chunk) break;
    if (cursor.chunks_.size() >= limits::free_list_chunks) return corrupt("has too many chunks");
    cursor.chunks_.push_back(**chunk);
  }
  if (cursor.chunks_.empty()) return corrupt("has items but no chunk");

  // The size of a chunk is not recorded. All chunks except the first have per_chunk items, and the first has the
  // remainder. If the list has reached its maximum, the last chunk may also have fewer.
  const std::uint64_t others = cursor.chunks_.size() - 1;
  cursor.items_in_chunk_.assign(cursor.chunks_.size(), per_chunk);
  if (others * per_chunk < allocated) {
    cursor.items_in_chunk_[0] = allocated - others * per_chunk;
  } else {
    const std::uint64_t whole = (others - 1) * per_chunk;
    if (whole >= allocated) return corrupt("has fewer items than its chunks hold");
    return corrupt("is full, so the sizes of its chunks cannot be determined");
  }
  // If the count is too small, the first chunk has more items than computed, so the memory after its last item still
  // looks like an item.
  const Address behind = cursor.item(0, cursor.items_in_chunk_[0]);
  const auto next_class =
      objects.memory().read_pointer(behind + objects.layouts().object.obj_class.offset, "opal_object_t.obj_class");
  if (next_class && !cursor.item_class_.is_null() && *next_class == cursor.item_class_)
    return corrupt("claims " + std::to_string(allocated) + " items, and there is another one at " + hex(behind));
  return cursor;
}

Result<std::optional<Address>> FreeListCursor::next() {
  while (chunk_ < chunks_.size() && index_ == items_in_chunk_[chunk_]) {
    ++chunk_;
    index_ = 0;
  }
  if (chunk_ == chunks_.size()) return std::optional<Address>{};
  return std::optional<Address>{item(chunk_, index_++)};
}

Address FreeListCursor::item(std::size_t chunk, std::uint64_t index) const {
  const std::uint64_t header = objects_->layouts().free_list_item.byte_size;
  return Address(align((chunks_[chunk] + header).value(), alignment_)) + item_bytes_ * index;
}

}  // namespace mpidbg::model::openmpi
