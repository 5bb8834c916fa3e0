#pragma once
// Finds the messages of calls that make a communicator. MPI_Comm_create_group and the leaders of MPI_Intercomm_create
// agree on the number of the new communicator by messages on the program's communicators, in part with the program's
// tag. The arguments of such a message are like those of a message of the program. Its buffer belongs to the library:
// it is in the context of a request of the call, or the context refers to it. Source: ompi/communicator/comm_cid.c.

#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

// Fills in the schedule of a request that serves to agree on a number: the pending messages of the step in progress,
// including those of requests that are parts of this one. Collective operations, of which a step may consist as well,
// are not in the schedule (agrees_on_number() recognises them). If the messages cannot be seen, fills in the problem of
// the schedule instead.
void add_step(const Attachment &process, Handles &handles, Request &request);

}  // namespace mpidbg::model::openmpi
