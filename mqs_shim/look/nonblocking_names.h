#pragma once
// Names the pending nonblocking collectives of a process. The library does not store their names, so that they follow
// from what the program can call and from the schedules. More than one name may remain.

#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// Fills in RequestRecord::created_by of each pending nonblocking collective of the program whose call is not recorded.
// If no such collective is pending, nothing is read. Adds a warning with the reason if imports say nothing. Leaves out
// collectives that the library may have begun for itself: those on its own communicators, and all of them while a
// thread is in a call such as MPI_Comm_dup. Must be called while the process is held.
void name_nonblocking_collectives(Session &session, const std::vector<MpiStack> &stacks, ProcessReport &report);

}  // namespace mqs_shim
