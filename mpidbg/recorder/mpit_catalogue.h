#pragma once
// Writes the catalogue of MPI_T's items in the record. A new item is assembled after the end of the catalogue. It
// becomes part of the catalogue when it is complete, if it differs from the last item of the same kind and index. Only
// one thread at a time may use the catalogue (sampling_lock).

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_mpit_format.h"

namespace recorder {

// Holds the fixed members of an item. Members that an item does not need are -1.
struct ItemHead {
  mpidbg_record_item_kind kind;
  std::int32_t index;
  unsigned flags = 0;
  std::int32_t datatype = -1, bind = -1, verbosity = -1, class_scope = -1, enumeration = -1;
};

// Assembles an item. Numbers must be added before strings.
class NewItem {
 public:
  // Starts an item after the end of the catalogue.
  explicit NewItem(const ItemHead &head);
  void add_number(std::uint64_t number);
  void add_text(const char *text);

  // Adds the item to the catalogue, unless the last item of its kind and index is equal. Without room, the item is
  // omitted and counted in the header.
  void end();

  // Adds an enumeration unless the catalogue has an equal one, and returns its number; -1 without room.
  std::int32_t end_enumeration();

 private:
  // Appends bytes to the item. Without room, returns false now and in all further calls.
  bool add(const void *bytes, std::size_t size);
  // Appends zeros up to the next multiple of 8 bytes.
  bool pad();
  // Makes the item part of the catalogue.
  void publish();

  mpidbg_record_item *item_;
  std::uint64_t size_ = 0;
  bool fits_ = true;
};

// Returns the latest item with this kind and index; null if it never existed or is inactive.
const mpidbg_record_item *active_item(mpidbg_record_item_kind kind, std::int32_t index);

// Marks the item as inactive from now on, if it exists.
void retire_item(mpidbg_record_item_kind kind, std::int32_t index);

}  // namespace recorder
