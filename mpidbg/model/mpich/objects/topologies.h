#pragma once
// Topologies of MPICH's communicators.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/objects/communicator.h"

namespace mpidbg::model::mpich {

// Whether there can be an MPIR_Topology of a communicator of `size` processes at the address.
bool can_be_topology(const Attachment &process, Address topology, int size);

// MPIR_Topology at the address. Errors: corrupt, those of reading.
Status read_topology(const Attachment &process, Address topology, Communicator &communicator);

}  // namespace mpidbg::model::mpich
