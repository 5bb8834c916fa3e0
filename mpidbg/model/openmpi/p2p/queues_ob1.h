#pragma once
// Reads the message queues of the point-to-point layer ob1.
//
// In Open MPI 4.1, according to the sources in ompi/mca/pml/ob1 and to running processes, a communicator's c_pml_comm
// has the list of posted receives from any source and, for each peer, the receives posted for it, the unexpected
// messages, and the messages that arrived early. Sends, persistent requests, and receives whose data is arriving are in
// no queue, only in the request pools. Messages for communicators that do not exist in this process (yet) are in a list
// of the module. Eager sends that have left the process leave no trace.

#include <functional>
#include <memory>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/openmpi/datatypes/datatypes.h"
#include "mpidbg/model/openmpi/objects/groups.h"
#include "mpidbg/model/openmpi/opal/containers.h"
#include "mpidbg/model/openmpi/p2p/ob1_comm.h"
#include "mpidbg/model/openmpi/p2p/request_pool.h"

namespace mpidbg::model::openmpi {

// Holds the data that all cursors of one process share. All members must outlive the cursors.
struct Ob1Context {
  Objects &objects;
  Groups &groups;
  Datatypes &datatypes;
  RequestPool &pool;
  Ob1CommCache &records;
  // The address of mca_pml_ob1; null if unknown.
  Address module;
  std::function<int(const ProcessName &)> world_rank_of;
  // Returns the error of the first damaged entry; calls PointToPointLayer::damage().
  std::function<std::optional<Error>()> damage;
};

// Opens a queue. `communicator` is null for Queue::unclaimed only. The cursor delivers everything readable and ends
// with the first error, so one damaged entry does not hide others.
Result<std::unique_ptr<OperationCursor>> open_ob1_queue(const Ob1Context &context, const Communicator *communicator,
                                                        Queue queue);

}  // namespace mpidbg::model::openmpi
