#pragma once
// Reads OPAL's containers (tables of pointers, lists and pools) up to fixed limits.

#include <optional>
#include <vector>

#include "mpidbg/debugger/list_walk.h"
#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

// Returns the slots of an opal_pointer_array_t. Free slots are null.
Result<std::vector<Address>> read_pointer_array(Objects &objects, Address array);

// Holds the slots of a table. `problem` is a sentence if the number of free slots differs from the number that the
// table states: a slot was overwritten, or the slots belong to something else. Otherwise `problem` is empty.
struct CountedSlots {
  std::vector<Address> slots;
  std::string problem;
};
Result<CountedSlots> read_counted_slots(Objects &objects, Address array);

// Returns the slots in use, in the order of the table.
Result<std::vector<Address>> read_live_pointers(Objects &objects, Address array);

// Returns one slot. Errors: out_of_range beyond the table, not_found for a free slot.
Result<Address> read_pointer_array_slot(Objects &objects, Address array, std::int64_t index);

// Delivers the items of an opal_list_t from first to last.
class ListCursor {
 public:
  static Result<ListCursor> open(const Objects &objects, Address list);

  // Returns the next item, or nullopt at the end. Errors: unreadable; corrupt for a cycle, for inconsistent back links,
  // and if the number of items is not the list's own count.
  Result<std::optional<Address>> next();

 private:
  ListCursor(const Objects &objects, Address sentinel, Address first, std::uint64_t length)
      : objects_(&objects), sentinel_(sentinel), previous_(sentinel), next_(first), length_(length) {}

  const Objects *objects_;
  Address sentinel_;
  Address previous_;
  Address next_;
  std::uint64_t length_;
  debugger::ListWalk walk_{"opal_list_t"};
};

// Delivers the addresses of all items of an opal_free_list_t, whether in use or not.
class FreeListCursor {
 public:
  static Result<FreeListCursor> open(Objects &objects, Address free_list);

  // Returns the class of all items.
  Address item_class() const { return item_class_; }

  // Returns the next item, or nullopt at the end.
  Result<std::optional<Address>> next();

 private:
  explicit FreeListCursor(Objects &objects) : objects_(&objects) {}
  Address item(std::size_t chunk, std::uint64_t index) const;

  Objects *objects_;
  Address item_class_{};
  std::uint64_t item_bytes_ = 0;
  std::uint64_t alignment_ = 0;
  std::vector<Address> chunks_;
  std::vector<std::uint64_t> items_in_chunk_;
  std::size_t chunk_ = 0;
  std::uint64_t index_ = 0;
};

}  // namespace mpidbg::model::openmpi
