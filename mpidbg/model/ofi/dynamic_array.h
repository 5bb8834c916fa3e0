#pragma once
// Reads arrays of libfabric that grow (ofi_dyn_arr). Their items are for one process each, so most of them are unused.

#include <functional>
#include <optional>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/containers_layout.h"

namespace mpidbg::model::ofi {

// Receives the number of an item and its address. An error ends the walk.
using FoundItem = std::function<Status(std::uint64_t number, Address item)>;

// Visits the items of the array at `array` whose first word, a pointer, is not null. `bytes` is the size of an item as
// the layouts have it. `what` names the array in errors. Errors: corrupt if the array has items of another size;
// unreadable; those of `found`.
Status walk_dynamic_array(const debugger::Memory &memory, const layout::ofi::DynamicArrayLayout &layout, Address array,
                          std::uint64_t bytes, const char *what, const FoundItem &found);

// Returns the number of the item at `item`; nullopt if the array has none there. Errors: as above.
Result<std::optional<std::uint64_t>> number_of_item(const debugger::Memory &memory,
                                                    const layout::ofi::DynamicArrayLayout &layout, Address array,
                                                    std::uint64_t bytes, const char *what, Address item);

}  // namespace mpidbg::model::ofi
