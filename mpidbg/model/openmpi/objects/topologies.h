#pragma once
// Reads Cartesian, graph and distributed graph topologies of communicators.

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

// Fills in the topology members of `communicator` from the topology module at address `topology`. `communicator_flags`
// determines the kind of topology, and the class of the module confirms it.
Status read_topology(Objects &objects, Address topology, std::uint32_t communicator_flags, Communicator &communicator);

}  // namespace mpidbg::model::openmpi
