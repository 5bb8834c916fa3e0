#pragma once
// The catalogue in the record. Items are assembled behind its end, and become part of it when they are complete and
// differ from the previous ones. One thread at a time may use it (sampling_lock).

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_mpit_format.h"

namespace recorder {

// The fixed members of an item; -1 where they do not apply.
struct ItemHead {
  mpidbg_record_item_kind kind;
  std::int32_t index;
  unsigned flags = 0;
  std::int32_t datatype = -1, bind = -1, verbosity = -1, class_scope = -1, enumeration = -1;
};

// An item under construction. Numbers must be added before strings.
class NewItem {
 public:
  // Begins an item behind the end of the catalogue.
  explicit NewItem(const ItemHead &head);
  void add_number(std::uint64_t number);
  void add_text(const char *text);

  // Adds the item to the catalogue, unless the last item of its kind and index is equal. Without room it is omitted and
  // counted in the header.
  void end();

  // Adds an enumeration, and returns the number of an equal one, which may be this one; -1 without room.
  std::int32_t end_enumeration();

 private:
  // Adds bytes to the item. Returns false, now and later, without room.
  bool add(const void *bytes, std::size_t size);
  // Adds zeros up to the next multiple of 8 bytes.
  bool pad();
  // Makes the item part of the catalogue.
  void publish();

  mpidbg_record_item *item_;
  std::uint64_t size_ = 0;
  bool fits_ = true;
};

// Returns the active item; null if it never existed or is inactive.
const mpidbg_record_item *active_item(mpidbg_record_item_kind kind, std::int32_t index);

// Marks the item, if it exists, as inactive from now on.
void retire_item(mpidbg_record_item_kind kind, std::int32_t index);

}  // namespace recorder
