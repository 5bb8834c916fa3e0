#include "mpidbg/model/openmpi/opal/hash_tables.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model::openmpi {

Result<std::vector<HashEntry>> read_hash_table(Objects &objects, Address table) {
  const auto &element = objects.layouts().hash_element;
  const auto &memory = objects.memory();
  if (!element.resolved()) return Error{ErrorCode::layout, element.problem, table};
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().hash_table, table));
  const std::uint64_t capacity = view.get(&HashTableLayout::ht_capacity), size = view.get(&HashTableLayout::ht_size);
  if (capacity > limits::table_entries || size > capacity || element.byte_size < element.key.offset + 4 ||
      capacity > limits::read_bytes / element.byte_size) {
    return Error{ErrorCode::corrupt,
                 "opal_hash_table_t at " + hex(table) + " claims " + std::to_string(size) + " of " +
                     std::to_string(capacity) + " elements",
                 table};
  }
  std::vector<HashEntry> entries;
  if (size == 0) return entries;
  std::vector<std::byte> bytes(capacity * element.byte_size);
  MPIDBG_TRY(memory.read(view.get(&HashTableLayout::ht_table), bytes, "opal_hash_table_t.ht_table"));
  for (std::uint64_t i = 0; i < capacity; ++i) {
    const auto field = [&](std::uint32_t offset, unsigned width) {
      return decode_unsigned(std::span(bytes).subspan(i * element.byte_size + offset, width), memory.byte_order());
    };
    if (field(element.valid.offset, 4) == 0) continue;
    entries.push_back({static_cast<std::uint32_t>(field(element.key.offset, 4)),
                       Address(field(element.value.offset, memory.pointer_size()))});
  }
  if (entries.size() != size) {
    return Error{ErrorCode::corrupt,
                 "opal_hash_table_t at " + hex(table) + " claims " + std::to_string(size) + " elements and has " +
                     std::to_string(entries.size()),
                 table};
  }
  std::sort(entries.begin(), entries.end(), [](const auto &a, const auto &b) { return a.key < b.key; });
  return entries;
}

}  // namespace mpidbg::model::openmpi
