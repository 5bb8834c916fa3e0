#include "mpidbg/model/ofi/dynamic_array.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::View;
using namespace layout::ofi;

namespace {

Result<std::vector<Address>> read_chunks(const debugger::Memory &memory, const DynamicArrayLayout &layout,
                                         Address array, std::uint64_t bytes, const char *what) {
  MPIDBG_ASSIGN(view, View<DynamicArrayLayout>::read(memory, layout, array));
  if (view.get(&DynamicArrayLayout::item_size) != bytes) {
    return Error{ErrorCode::corrupt,
                 std::string(what) + " at " + hex(array) + " has items of " +
                     std::to_string(view.get(&DynamicArrayLayout::item_size)) +
                     " bytes, and by the layouts they have " + std::to_string(bytes),
                 array};
  }
  return memory.read_pointers(view.address_of(&DynamicArrayLayout::chunk), constants::dynamic_array_chunks, what);
}

}  // namespace

Status walk_dynamic_array(const debugger::Memory &memory, const DynamicArrayLayout &layout, Address array,
                          std::uint64_t bytes, const char *what, const FoundItem &found) {
  MPIDBG_ASSIGN(chunks, read_chunks(memory, layout, array, bytes, what));
  const std::uint64_t words = bytes / memory.pointer_size();
  for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
    if (chunks[chunk].is_null()) continue;
    MPIDBG_ASSIGN(items, memory.read_pointers(chunks[chunk], constants::dynamic_array_items * words, what));
    for (std::uint64_t i = 0; i < constants::dynamic_array_items; ++i) {
      if (items[i * words].is_null()) continue;
      MPIDBG_TRY(found(chunk * constants::dynamic_array_items + i, chunks[chunk] + i * bytes));
    }
  }
  return {};
}

Result<std::optional<std::uint64_t>> number_of_item(const debugger::Memory &memory, const DynamicArrayLayout &layout,
                                                    Address array, std::uint64_t bytes, const char *what,
                                                    Address item) {
  MPIDBG_ASSIGN(chunks, read_chunks(memory, layout, array, bytes, what));
  for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
    const std::uint64_t distance = item - chunks[chunk];
    if (chunks[chunk].is_null() || distance >= constants::dynamic_array_items * bytes || distance % bytes != 0)
      continue;
    return std::optional(chunk * constants::dynamic_array_items + distance / bytes);
  }
  return std::optional<std::uint64_t>();
}

}  // namespace mpidbg::model::ofi
