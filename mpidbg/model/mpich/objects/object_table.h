#pragma once
// Finds out which objects of one of MPICH's tables are in use.

#include <functional>
#include <span>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/objects/live_objects.h"
#include "mpidbg/model/mpich/objects/object_kinds.h"

namespace mpidbg::model::mpich {

// A function that extracts a number from an object while the table is read, so that most objects need not be read
// again. The number 0 means that there was nothing to extract. The function is called for all objects, including free
// ones.
using Glance = std::function<std::uint8_t(Address object, std::span<const std::byte> bytes)>;

// Returns the objects in use, ordered by handle. `glance` may be empty. Errors: those of reading; corrupt, naming the
// field. A table is corrupt if its numbers are impossible, if its list of free objects leaves the table, loops, or is
// not as long as the table states, or if the handle in an object in use does not denote its place.
Result<LiveObjects> read_object_table(const Attachment &process, ObjectKind kind, Address table, const Glance &glance);

}  // namespace mpidbg::model::mpich
