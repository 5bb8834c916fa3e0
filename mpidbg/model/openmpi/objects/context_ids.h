#pragma once
// Reads the numbers that identify a communicator. Up to 4.1 there is only the context id, which is the same on all
// members. Since 5.0, all members share an id of 128 bits, and each process has its own index for a communicator;
// messages to the process carry this index. The indices are nearly always equal on all members; the id then has the
// same value. They may differ for communicators that MPI_Comm_create_from_group makes for sessions.

#include "mpidbg/layout/openmpi/objects/communicator_layout.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::openmpi {

// Returns the communicator's index in this process: the number of the slot in ompi_mpi_communicators. Its low 16 bits
// are the hdr_ctx of arriving messages.
std::uint64_t own_index(const layout::View<layout::openmpi::CommunicatorLayout> &communicator);

// Returns a number that is the same on all members. If the members share the index, it is the index, which is less than
// 2^31. Otherwise it is made from the id, by hashing if the id is too large, and is 2^31 or more.
std::uint64_t shared_context(const layout::View<layout::openmpi::CommunicatorLayout> &communicator);

}  // namespace mpidbg::model::openmpi
