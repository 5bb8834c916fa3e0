#pragma once
// Reads the numbers that identify a communicator. Up to 4.1 there is only the context id, which is the same on all
// members. Since 5.0, each process has its own index for a communicator, which messages to the process carry, and all
// members share an id of 128 bits. The indices are nearly always equal on all members; the id then has the same value.
// They may differ for communicators that MPI_Comm_create_from_group makes for sessions.

#include "mpidbg/layout/openmpi/objects/communicator_layout.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::openmpi {

// Returns the communicator's index in this process: the number of the slot in ompi_mpi_communicators. Its low 16 bits
// are the hdr_ctx of arriving messages.
std::uint64_t own_index(const layout::View<layout::openmpi::CommunicatorLayout> &communicator);

// Returns a number that is the same on all members: the index if the members share it, which is less than 2^31,
// otherwise a number made from the id, which is 2^31 or more. An id that is too large for that is hashed.
std::uint64_t shared_context(const layout::View<layout::openmpi::CommunicatorLayout> &communicator);

}  // namespace mpidbg::model::openmpi
