#pragma once
// Reads the topologies of MPICH's communicators.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/objects/communicator.h"

namespace mpidbg::model::mpich {

// Returns true if the memory at `topology` can be an MPIR_Topology of a communicator with `size` processes.
bool can_be_topology(const Attachment &process, Address topology, int size);

// Fills in the topology of `communicator` from the MPIR_Topology at address `topology`. Errors: corrupt; those of
// reading.
Status read_topology(const Attachment &process, Address topology, Communicator &communicator);

}  // namespace mpidbg::model::mpich
