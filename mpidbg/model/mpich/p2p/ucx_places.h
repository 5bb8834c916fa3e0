#pragma once
// Finds where the device ch4:ucx stores UCX's worker.
//
// If the build has symbols, or if there is a profile of exactly this build, the variable is found by name. Otherwise,
// the static data is searched for a context of UCX next to a worker of that context. A result from any source is used
// only if it matches UCX's layouts.

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

}  // namespace mpidbg::model::mpich
