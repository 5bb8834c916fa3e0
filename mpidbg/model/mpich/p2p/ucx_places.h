#pragma once
// Finds where the device ch4:ucx stores UCX's worker and the endpoints of other processes.
//
// If the build has symbols, or if there is a profile of exactly this build, the variables are found by name. Otherwise,
// the static data is searched for a context of UCX next to a worker of that context, and for a table of endpoints of
// that worker. A result from any source is used only if it matches UCX's layouts.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/ucx/worker.h"

namespace mpidbg::model::mpich {

// Holds the place of the first interface's worker, and the number of interfaces.
struct UcxWorkerPlace {
  ucx::WorkerPlace place;
  // The number of virtual interfaces, each of which has a worker.
  std::int32_t interfaces = 1;
};

// Finds the worker of the first interface. Errors: not_supported if no worker or several are found by a search; those
// of ucx::Worker::check() for a worker that was found by name.
Result<UcxWorkerPlace> find_ucx_worker(const Attachment &process, const ucx::Layouts &layouts);

// Returns the address of the MPIDI_av_table_t of each world, starting with that of this process's MPI_COMM_WORLD.
// Errors: not_supported if none is found; corrupt, naming the field; those of reading.
Result<std::vector<Address>> find_address_tables(const Attachment &process, const ucx::Layouts &layouts, Address worker,
                                                 int world_size);

}  // namespace mpidbg::model::mpich
