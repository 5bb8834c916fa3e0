#pragma once
// The numbers of a communicator. Up to 4.1 there is one, the context id, which all members share. From 5.0 on each
// process has its own index for it, which messages to the process carry, and all members share an id of 128 bits. The
// indices are nearly always the same on all members, and then they are the id, too; those of communicators that
// MPI_Comm_create_from_group makes for sessions need not be.

#include "mpidbg/layout/openmpi/objects/communicator_layout.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::openmpi {

// In this process: the slot in ompi_mpi_communicators, and, as far as its 16 bits go, hdr_ctx of messages that arrive.
std::uint64_t own_index(const layout::View<layout::openmpi::CommunicatorLayout> &communicator);

// The same number on all members: less than 2^31 where they share the index too, else at least that. Of an id that does
// not fit, a hash.
std::uint64_t shared_context(const layout::View<layout::openmpi::CommunicatorLayout> &communicator);

}  // namespace mpidbg::model::openmpi
