#pragma once
// The catalogue in the record: items are put together behind its end, and become part of it when they are complete and
// say something new. Used by one thread at a time (sampling_lock).

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_mpit_format.h"

namespace recorder {

struct ItemHead {
  mpidbg_record_item_kind kind;
  std::int32_t index;
  unsigned flags = 0;
  std::int32_t datatype = -1, bind = -1, verbosity = -1, class_scope = -1, enumeration = -1;
};

// An item under construction: the numbers first, then the texts.
class NewItem {
 public:
  explicit NewItem(const ItemHead &head);
  void add_number(std::uint64_t number);
  void add_text(const char *text);

  // Becomes the last item of its kind and index, unless that one says the same already. Where there is no room it is
  // left out, and counted in the header.
  void end();

  // For an enumeration: the number of the one that says the same, which may be this one; -1: no room.
  std::int32_t end_enumeration();

 private:
  bool add(const void *bytes, std::size_t size);
  bool pad();
  void publish();

  mpidbg_record_item *item_;
  std::uint64_t size_ = 0;
  bool fits_ = true;
};

// Null: there is none, or what it was is gone.
const mpidbg_record_item *active_item(mpidbg_record_item_kind kind, std::int32_t index);

// The item, if there is one, is inactive from now on.
void retire_item(mpidbg_record_item_kind kind, std::int32_t index);

}  // namespace recorder
