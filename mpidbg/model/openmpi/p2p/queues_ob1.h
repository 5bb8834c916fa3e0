#pragma once
// The message queues of the point-to-point layer ob1.
//
// Where what is kept (4.1, read in ompi/mca/pml/ob1 and confirmed in running processes): a communicator's c_pml_comm
// has the list of posted receives from any source, and for each peer those from that peer, the unexpected messages, and
// the messages that came before their turn. Sends, persistent requests, and receives whose data is arriving are in no
// queue but in the request pools. Messages for communicators that do not exist here (yet) hang on the module. Eager
// sends that have left the process leave no trace.

#include <functional>
#include <memory>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/openmpi/datatypes/datatypes.h"
#include "mpidbg/model/openmpi/objects/groups.h"
#include "mpidbg/model/openmpi/opal/containers.h"
#include "mpidbg/model/openmpi/p2p/ob1_comm.h"
#include "mpidbg/model/openmpi/p2p/request_pool.h"

namespace mpidbg::model::openmpi {

// What the cursors of one process share. All members outlive them.
struct Ob1Context {
  Objects &objects;
  Groups &groups;
  Datatypes &datatypes;
  RequestPool &pool;
  Ob1CommCache &records;
  Address module;  // mca_pml_ob1, null if it is not known
  std::function<int(const ProcessName &)> world_rank_of;
  std::function<std::optional<Error>()> damage;  // as PointToPointLayer::damage
};

// `communicator` is null for Queue::unclaimed only. The cursor delivers all that can be read, and ends with the first
// error: one entry that is damaged costs no other.
Result<std::unique_ptr<OperationCursor>> open_ob1_queue(const Ob1Context &context, const Communicator *communicator,
                                                        Queue queue);

}  // namespace mpidbg::model::openmpi
