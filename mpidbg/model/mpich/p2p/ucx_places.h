#pragma once
// Where the device ch4:ucx keeps UCX's worker and the endpoints of other processes.
//
// Symbols or the profile of this very build name the variables. In other builds the static data is searched for a
// context of UCX beside a worker of it, and for a table of endpoints of that worker. Whichever way led there, what was
// found is used only if it is laid out as UCX's layouts say.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/ucx/worker.h"

namespace mpidbg::model::mpich {

struct UcxWorkerPlace {
  ucx::WorkerPlace place;
  std::int32_t interfaces = 1;  // each has a worker; the place is that of the first
};

// Errors: not_supported if none is found, or several are; what ucx::Worker::check() says of one that was named.
Result<UcxWorkerPlace> find_ucx_worker(const Attachment &process, const ucx::Layouts &layouts);

// MPIDI_av_table_t of each world, that of the own MPI_COMM_WORLD first. Errors: not_supported if none is found;
// corrupt, naming the field; those of reading.
Result<std::vector<Address>> find_address_tables(const Attachment &process, const ucx::Layouts &layouts, Address worker,
                                                 int world_size);

}  // namespace mpidbg::model::mpich
