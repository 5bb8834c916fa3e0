#pragma once
// The one iteration over communicators and the one over a queue that a process has under way: shared by the mqs_*
// functions and the queue details.

#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// The state of a process and its library, or the failure's mqs code in `code`.
struct Attachment {
  ProcessState *state = nullptr;
  model::MpiLibrary *library = nullptr;
  int code = 0;
};
Attachment attach(mqs_process *process);

// Queues::problem, or why the library has no queues.
std::string queue_problem(model::MpiLibrary &library, model::Queue queue);

// The outline of the current communicator, read on first need; null with `code` set at the end of the iteration or if
// it cannot be read.
const model::Communicator *current_communicator(const Attachment &attachment, int &code);

// As mqs_setup_operation_iterator, for any queue.
int set_up_operations(mqs_process *process, model::Queue queue);

// Fetches the next operation: mqs_ok, mqs_end_of_list, or an error, after which the queue is at its end.
int next_operation(mqs_process *process, model::Operation &operation);

}  // namespace mpidbg::entry
