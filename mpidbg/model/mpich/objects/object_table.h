#pragma once
// Reads the objects in use of one table.

#include <functional>
#include <span>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/objects/live_objects.h"
#include "mpidbg/model/mpich/objects/object_kinds.h"

namespace mpidbg::model::mpich {

// A function that extracts a number from each object while the table is read, so that most objects need not be read
// again. 0 means nothing. It is called for all objects, including those that turn out to be free.
using Glance = std::function<std::uint8_t(Address object, std::span<const std::byte> bytes)>;

// Returns the objects in the order of their handles. `glance` may be empty. Errors: those of reading; corrupt, naming
// the field, if the table's numbers are impossible, if its list of free objects leaves the table, loops or has another
// length than the table states, or if an object in use has the handle of another place.
Result<LiveObjects> read_object_table(const Attachment &process, ObjectKind kind, Address table, const Glance &glance);

}  // namespace mpidbg::model::mpich
