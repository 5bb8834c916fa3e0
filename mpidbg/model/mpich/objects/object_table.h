#pragma once
// The objects in use of one table.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/mpich/objects/live_objects.h"
#include "mpidbg/model/mpich/objects/object_kinds.h"

namespace mpidbg::model::mpich {

// In the order of their handles. Errors: those of reading; corrupt, naming the field, if the numbers of the table
// cannot be, its list of free objects leaves the table, loops, or is not as long as the table says, or an object in use
// has the handle of another place.
Result<LiveObjects> read_object_table(const Attachment &process, ObjectKind kind, Address table);

}  // namespace mpidbg::model::mpich
