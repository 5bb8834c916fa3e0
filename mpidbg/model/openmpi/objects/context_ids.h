#pragma once
// The numbers that identify a communicator. Up to 4.1 there is only the context id, which is the same on all members.
// Since 5.0, each process has its own index for a communicator, which messages to the process carry, and all members
// share an id of 128 bits. The indices are nearly always equal on all members, and then they are also
// the id. They may differ for communicators that MPI_Comm_create_from_group makes for sessions.

#include "mpidbg/layout/openmpi/objects/communicator_layout.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::openmpi {

// Returns the index in this process: the slot in ompi_mpi_communicators, whose low 16 bits are the hdr_ctx of arriving
// messages.
std::uint64_t own_index(const layout::View<layout::openmpi::CommunicatorLayout> &communicator);

// Returns a number that is the same on all members: less than 2^31 if they share the index, otherwise 2^31 or more. An
// id that does not fit is hashed.
std::uint64_t shared_context(const layout::View<layout::openmpi::CommunicatorLayout> &communicator);

}  // namespace mpidbg::model::openmpi
