#pragma once
// Finds the tables with the addresses of other processes. MPICH has one for each world that it knows.

#include <functional>
#include <vector>

#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

// Returns the address of the MPIDI_av_table_t of each world, starting with that of this process's MPI_COMM_WORLD. The
// pointer to the table of a world that no longer exists is null. If the build has no symbol of the variable that has
// the tables, the static data is searched for a table of `world_size` processes for which `is_table` returns true; its
// argument is the address of the first entry. Errors: not_supported if none is found; layout; corrupt, naming the
// field; those of reading.
Result<std::vector<Address>> find_address_tables(const Attachment &process, int world_size,
                                                 const std::function<bool(Address entries)> &is_table);

}  // namespace mpidbg::model::mpich
