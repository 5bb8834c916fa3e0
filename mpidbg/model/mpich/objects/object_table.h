#pragma once
// The objects in use of one table.

#include <functional>
#include <span>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/objects/live_objects.h"
#include "mpidbg/model/mpich/objects/object_kinds.h"

namespace mpidbg::model::mpich {

// What the reader of a kind of objects wants to know of each while the table is read, so that many need not be read
// again: a number of its own, 0 for nothing. Given all objects, also those that turn out to be free.
using Glance = std::function<std::uint8_t(Address object, std::span<const std::byte> bytes)>;

// In the order of their handles. `glance` may be empty. Errors: those of reading; corrupt, naming the field, if the
// numbers of the table cannot be, its list of free objects leaves the table, loops, or is not as long as the table
// says, or an object in use has the handle of another place.
Result<LiveObjects> read_object_table(const Attachment &process, ObjectKind kind, Address table, const Glance &glance);

}  // namespace mpidbg::model::mpich
