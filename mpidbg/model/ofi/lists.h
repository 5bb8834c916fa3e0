#pragma once
// Walks over the lists of libfabric. Each walk is bounded, and checks the links: in a doubly linked list, each element
// leads back to the one before it; a singly linked list ends at its tail.

#include <functional>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/containers_layout.h"

namespace mpidbg::model::ofi {

// Receives the address of an element's link. An error ends the walk.
using FoundLink = std::function<Status(Address link)>;

// Visits the elements of the list with the head `head`, a dlist_entry, in their order. `what` names the list in errors.
// Errors: corrupt, with the element that does not lead back; unreadable; those of `found`.
Status walk_ring(const debugger::Memory &memory, const layout::ofi::LinkLayout &layout, Address head, const char *what,
                 const FoundLink &found);

// Visits the elements of the list at `list`, an slist, in their order. Errors: as above.
Status walk_singly_linked(const debugger::Memory &memory, const layout::ofi::SinglyLinkedLayout &layout, Address list,
                          const char *what, const FoundLink &found);

// Returns true if the list at `list`, an slist, has no elements. Errors: unreadable.
Result<bool> is_empty(const debugger::Memory &memory, const layout::ofi::SinglyLinkedLayout &layout, Address list);

}  // namespace mpidbg::model::ofi
