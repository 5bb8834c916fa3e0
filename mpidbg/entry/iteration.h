#pragma once
// Implements the current iterations of a process: one over communicators and one over a queue. The mqs_* functions and
// the functions for queue details use the same iterations.

#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// Holds a process and its library. On failure, the pointers are null and `code` is the result for the mqs_* function.
struct Attachment {
  ProcessState *state = nullptr;
  model::MpiLibrary *library = nullptr;
  int code = 0;
};
// Attaches to the process's MPI library unless that has been done.
Attachment attach(mqs_process *process);

// Explains why a queue is incomplete or why the library has no queues; empty if the queue is complete.
std::string queue_problem(model::MpiLibrary &library, model::Queue queue);

// Returns the current communicator with the facts that lists and queues show. They are read when first needed. Returns
// null and sets `code` at the end of the iteration or if the communicator cannot be read.
const model::Communicator *current_communicator(const Attachment &attachment, int &code);

// Starts the iteration over a queue, as mqs_setup_operation_iterator does, but for any queue.
int set_up_operations(mqs_process *process, model::Queue queue);

// Fills in the next operation. Returns mqs_ok, mqs_end_of_list, or an error; after an error, the iteration is at its
// end.
int next_operation(mqs_process *process, model::Operation &operation);

}  // namespace mpidbg::entry
