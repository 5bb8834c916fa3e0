#pragma once
// These are the message queues of what the program itself posted, as its recorder knows them: they consist of live
// requests and of the blocking calls that threads are in. Errors of all functions: those of Recorder::record(), and
// those of reading a table.

#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

// Returns the operations of one communicator in the order in which they were posted, with those of blocking calls at
// the end. Queue::unexpected and Queue::unclaimed are always empty. Complete requests that the program has not waited
// for are included, because the recorder cannot tell them from incomplete ones.
Result<std::vector<Operation>> recorded_operations(Recorder &recorder, Handle communicator, Queue queue);

// Returns each communicator that a live request or a call in progress names, once, in the order of the handles.
Result<std::vector<Handle>> communicators_in_use(Recorder &recorder);

// Returns whether communicators_in_use() has the communicator, at less cost.
Result<bool> is_communicator_in_use(Recorder &recorder, Handle communicator);

}  // namespace mpidbg::model::recorded
