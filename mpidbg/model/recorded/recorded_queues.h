#pragma once
// Shows message queues as the recorder knows them: the operations that the program itself has started. These are its
// live requests, and the blocking calls that its threads are in. Errors of all functions: those of Recorder::record(),
// and those of reading a table.

#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

// Returns the operations on one communicator in the order in which they were posted, followed by those of blocking
// calls. Queue::unexpected and Queue::unclaimed are always empty. Complete requests that the program has not waited for
// are included, because the recorder cannot distinguish them from incomplete ones.
Result<std::vector<Operation>> recorded_operations(Recorder &recorder, Handle communicator, Queue queue);

// Returns the communicators to which live requests and calls in progress refer. Each one is listed once; they are
// ordered by handle.
Result<std::vector<Handle>> communicators_in_use(Recorder &recorder);

// Returns true if communicators_in_use() contains the communicator. This is cheaper than calling it.
Result<bool> is_communicator_in_use(Recorder &recorder, Handle communicator);

}  // namespace mpidbg::model::recorded
