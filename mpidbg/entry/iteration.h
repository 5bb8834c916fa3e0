#pragma once
// The current iterations of a process: one over communicators and one over a queue. The mqs_* functions and the queue
// details share them.

#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// A process and its library. On failure, the pointers are null and `code` has the mqs code.
struct Attachment {
  ProcessState *state = nullptr;
  model::MpiLibrary *library = nullptr;
  int code = 0;
};
// Attaches to the process's MPI library if that has not been done.
Attachment attach(mqs_process *process);

// Returns the problem of the queue's visibility, or the reason why the library has no queues.
std::string queue_problem(model::MpiLibrary &library, model::Queue queue);

// Returns the outline of the current communicator, which is read when first needed. Returns null and sets `code` at the
// end of the iteration or if the communicator cannot be read.
const model::Communicator *current_communicator(const Attachment &attachment, int &code);

// Does the work of mqs_setup_operation_iterator for any queue.
int set_up_operations(mqs_process *process, model::Queue queue);

// Fetches the next operation. Returns mqs_ok, mqs_end_of_list, or an error, after which the queue is at its end.
int next_operation(mqs_process *process, model::Operation &operation);

}  // namespace mpidbg::entry
