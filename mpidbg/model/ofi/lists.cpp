#include "mpidbg/model/ofi/lists.h"

#include "mpidbg/debugger/list_walk.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::ofi {

using layout::View;
using namespace layout::ofi;

Status walk_ring(const debugger::Memory &memory, const LinkLayout &layout, Address head, const char *what,
                 const FoundLink &found) {
  debugger::ListWalk walk(what);
  MPIDBG_ASSIGN(start, View<LinkLayout>::read(memory, layout, head));
  Address before = head;
  Address next = start.get(&LinkLayout::next);
  while (next != head) {
    MPIDBG_TRY(walk.step(next));
    MPIDBG_ASSIGN(link, View<LinkLayout>::read(memory, layout, next));
    if (link.get(&LinkLayout::prev) != before) {
      return Error{ErrorCode::corrupt,
                   std::string(what) + ": the element at " + hex(next) + " leads back to " +
                       hex(link.get(&LinkLayout::prev)) + " and not to " + hex(before),
                   next};
    }
    MPIDBG_TRY(found(next));
    before = next;
    next = link.get(&LinkLayout::next);
  }
  if (start.get(&LinkLayout::prev) == before) return {};
  return Error{ErrorCode::corrupt,
               std::string(what) + " at " + hex(head) + " ends at " + hex(before) + ", and its head says " +
                   hex(start.get(&LinkLayout::prev)),
               head};
}

Status walk_singly_linked(const debugger::Memory &memory, const SinglyLinkedLayout &layout, Address list,
                          const char *what, const FoundLink &found) {
  debugger::ListWalk walk(what);
  MPIDBG_ASSIGN(ends, View<SinglyLinkedLayout>::read(memory, layout, list));
  Address next = ends.get(&SinglyLinkedLayout::head);
  if (next.is_null()) return {};
  const Address tail = ends.get(&SinglyLinkedLayout::tail);
  for (;;) {
    MPIDBG_TRY(walk.step(next));
    MPIDBG_ASSIGN(after, memory.read_pointer(next, what));
    MPIDBG_TRY(found(next));
    if (after.is_null() != (next == tail)) {
      return Error{ErrorCode::corrupt,
                   std::string(what) + " at " + hex(list) + " has the last element " + hex(tail) +
                       ", and its links end at another one, after " + hex(next),
                   list};
    }
    if (after.is_null()) return {};
    next = after;
  }
}

Result<bool> is_empty(const debugger::Memory &memory, const SinglyLinkedLayout &layout, Address list) {
  MPIDBG_ASSIGN(ends, View<SinglyLinkedLayout>::read(memory, layout, list));
  return ends.get(&SinglyLinkedLayout::head).is_null();
}

}  // namespace mpidbg::model::ofi
