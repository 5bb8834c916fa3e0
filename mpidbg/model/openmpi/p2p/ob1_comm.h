#pragma once
// What ob1 keeps for a communicator (mca_pml_ob1_comm_t) and for each of its peers.

#include <vector>

#include "mpidbg/model/objects/channel.h"
#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// The list of receives from any source, and the peers' records by rank, null where there was no traffic.
struct Ob1Comm {
  Address wild_receives{};  // null if there is no record
  std::vector<Address> procs;
};

// Without lists for a communicator that ob1 has no record of yet, as while it is being made. `size`: of the group of
// the peers. Errors: corrupt for a record of another number of peers, and where there is none of a complete
// communicator.
Result<Ob1Comm> read_ob1_comm(Objects &objects, Address communicator, std::size_t size);

// One for each peer that there was traffic with, by rank; their names and ranks in MPI_COMM_WORLD are left open.
Result<std::vector<Channel>> read_ob1_channels(Objects &objects, Address communicator, std::size_t size);

}  // namespace mpidbg::model::openmpi
