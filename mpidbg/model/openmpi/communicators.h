#pragma once
// One communicator, with its topology and error handler.

#include "mpidbg/model/communicator.h"
#include "mpidbg/model/openmpi/objects.h"

namespace mpidbg::model::openmpi {

// Everything but `internal` and `freed`, which other objects tell.
Result<Communicator> read_communicator(Objects &objects, Address handle);

}  // namespace mpidbg::model::openmpi
