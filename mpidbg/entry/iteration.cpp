#include "mpidbg/entry/iteration.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/entry/errors.h"

namespace mpidbg::entry {

Attachment attach(mqs_process *process) {
  Attachment result;
  result.state = process_state(process);
  if (result.state == nullptr) {
    result.code = mqs_error_no_setup;
    return result;
  }
  const auto library = result.state->library();
  if (library) {
    result.library = *library;
  } else {
    result.code = mqs_failure(result.state, library.error());
  }
  return result;
}

std::string queue_problem(model::MpiLibrary &library, model::Queue queue) {
  const model::Queues *const queues = library.queues();
  return queues == nullptr ? library.why_missing(model::Part::queues) : queues->visibility(queue).problem();
}

namespace {

// Returns a communicator that stands for a freed one. It lets debuggers that know only communicators show the
// operations.
model::Communicator freed_communicator(std::uint64_t context_id) {
  model::Communicator communicator;
  communicator.name = "context " + hex(Address(context_id)) + " (freed communicator)";
  communicator.context_id = context_id;
  return communicator;
}

}  // namespace

const model::Communicator *current_communicator(const Attachment &attachment, int &code) {
  ProcessState &state = *attachment.state;
  if (state.at >= state.communicators.size() + state.contexts.size()) {
    code = mqs_error_no_communicator;
    return nullptr;
  }
  if (!state.current && state.at >= state.communicators.size()) {
    state.current = freed_communicator(state.contexts[state.at - state.communicators.size()]);
  }
  if (!state.current) {
    const auto communicators = need(*attachment.library, &model::MpiLibrary::communicators);
    if (!communicators) {
      code = mqs_failure(&state, communicators.error());
      return nullptr;
    }
    auto communicator = (*communicators)->outline(state.communicators[state.at]);
    if (!communicator) {
      code = mqs_failure(&state, communicator.error());
      return nullptr;
    }
    state.current = std::move(*communicator);
  }
  return &*state.current;
}

int set_up_operations(mqs_process *process, model::Queue queue) {
  const Attachment attachment = attach(process);
  if (attachment.library == nullptr) return attachment.code;
  ProcessState &state = *attachment.state;
  state.operations.reset();
  state.queue = queue;
  state.queues_asked = true;
  int code = mqs_ok;
  const model::Communicator *communicator = nullptr;
  if (queue != model::Queue::unclaimed) {
    communicator = current_communicator(attachment, code);
    if (communicator == nullptr) return code;
  }
  model::Queues *const queues = attachment.library->queues();
  if (queues == nullptr || !queues->visibility(queue).shows_anything()) {
    state.error = queue_problem(*attachment.library, queue);
    return mqs_no_information;
  }
  auto operations = queues->operations(communicator, queue);
  if (!operations) return mqs_failure(&state, operations.error());
  state.operations = std::move(*operations);
  return mqs_ok;
}

int next_operation(mqs_process *process, model::Operation &operation) {
  ProcessState *state = process_state(process);
  if (state == nullptr) return mqs_error_no_setup;
  if (state->operations == nullptr) return mqs_end_of_list;
  const auto delivered = state->operations->next(operation);
  if (delivered && *delivered) return mqs_ok;
  const int code = delivered ? static_cast<int>(mqs_end_of_list) : mqs_failure(state, delivered.error());
  state->operations.reset();
  return code;
}

}  // namespace mpidbg::entry
