#pragma once
// Finds where the device ch4:ucx keeps UCX's worker and the endpoints of other processes.
//
// Symbols or the profile of exactly this build name the variables. In other builds, the static data is searched for a
// context of UCX beside a worker with that context, and for a table of endpoints of that worker. A result from any
// source is used only if it matches UCX's layouts.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/ucx/worker.h"

namespace mpidbg::model::mpich {

// A worker, and how many there are.
struct UcxWorkerPlace {
  ucx::WorkerPlace place;
  // Each interface has a worker; the place is that of the first.
  std::int32_t interfaces = 1;
};

// Errors: not_supported if no worker or several are found; those of ucx::Worker::check() for a worker that was named.
Result<UcxWorkerPlace> find_ucx_worker(const Attachment &process, const ucx::Layouts &layouts);

// Returns the MPIDI_av_table_t of each world, first that of the own MPI_COMM_WORLD. Errors: not_supported if none is
// found; corrupt, naming the field; those of reading.
Result<std::vector<Address>> find_address_tables(const Attachment &process, const ucx::Layouts &layouts, Address worker,
                                                 int world_size);

}  // namespace mpidbg::model::mpich
