#pragma once
// Message queues of what the program itself posted, as its recorder knows them: live requests, and blocking calls that
// threads are in.

#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

// Of one communicator; in the order in which they were posted, those of blocking calls last. Queue::unexpected and
// Queue::unclaimed have none. Requests that are complete and were not waited for are among them: the recorder does not
// know of the one without the other.
Result<std::vector<Operation>> recorded_operations(Recorder &recorder, Handle communicator, Queue queue);

// Communicators that live requests and calls in progress name: in the order of their addresses, each once.
Result<std::vector<Handle>> communicators_in_use(Recorder &recorder);

// Whether the communicator is one of them.
Result<bool> is_communicator_in_use(Recorder &recorder, Handle communicator);

}  // namespace mpidbg::model::recorded
