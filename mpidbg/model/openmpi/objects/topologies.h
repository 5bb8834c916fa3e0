#pragma once
// Cartesian, graph and distributed graph topologies of communicators.

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

// Fills the topology members of `communicator` from the module at `topology`; its kind is in the
// communicator's flags and is confirmed by the class of the object.
Status read_topology(Objects &objects, Address topology, std::uint32_t communicator_flags, Communicator &communicator);

}  // namespace mpidbg::model::openmpi
