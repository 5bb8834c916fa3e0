// This file implements the mqs_* entry points that iterate over communicators and queues.

#include <algorithm>
#include <climits>
#include <cstring>
#include <utility>

#include "mpidbg/abi/msgq_interface.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/entry/iteration.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/query.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

// Holds the current communicator and the members of its local group. Both pointers are null if unknown.
struct Current {
  Attachment attachment;
  const model::Communicator *communicator = nullptr;
  model::GroupMembers local_members;
};

int read_current(mqs_process *process, Current &current) {
  current.attachment = attach(process);
  if (current.attachment.library == nullptr) return current.attachment.code;
  int code = mqs_ok;
  current.communicator = current_communicator(current.attachment, code);
  if (current.communicator == nullptr) return code;
  if (current.communicator->handle.is_null()) return mqs_ok;
  model::ObjectRecords *const groups = records_of(*current.attachment.library, model::HandleKind::group);
  if (groups == nullptr) {
    current.local_members = current.communicator->members_without_group;
    return mqs_ok;
  }
  auto group = groups->group_members(current.communicator->local_group);
  if (!group) return mqs_failure(current.attachment.state, group.error());
  current.local_members = std::move(*group);
  return mqs_ok;
}

// Finds freed communicators that have pending operations. For a debugger that uses the extensions, this happens only if
// the debugger requests queues. Such a debugger also requests Queue::unclaimed, so communicators that have only
// messages are left out.
int find_contexts(ProcessState &state) {
  if (std::exchange(state.contexts_known, true) || state.attached == nullptr) return mqs_ok;
  model::Queues *const queues = state.attached->queues();
  if (queues == nullptr) return mqs_ok;
  auto contexts = queues->contexts_without_communicator((state.owners & family_mpidbg) == 0);
  if (!contexts) return mqs_failure(&state, contexts.error());
  state.contexts = std::move(*contexts);
  return mqs_ok;
}

// Moves on to the first communicator that is not being made at this moment. Such a communicator is in the library's
// table, and the program has no handle of it or cannot use it yet. All other errors are left to the functions that
// report the communicator.
void skip_unmade(const Attachment &attachment) {
  ProcessState &state = *attachment.state;
  for (; state.at < state.communicators.size(); ++state.at) {
    int code = mqs_ok;
    state.current.reset();
    current_communicator(attachment, code);
    if (code != mqs_error_being_made) return;
  }
}

// Ends the iteration over communicators, with an error if some are missing. Problems of communicators may become known
// only when the communicators are read.
int end_of_communicators(ProcessState &state) {
  model::MpiLibrary *const library = state.attached.get();
  if (!state.communicators_problem && library != nullptr && library->objects() != nullptr &&
      library->handles() != nullptr) {
    const std::string problem = library->handles()->problem(model::HandleKind::communicator);
    if (!problem.empty()) state.communicators_problem = Error{ErrorCode::corrupt, problem};
  }
  return state.communicators_problem ? mqs_failure(&state, *state.communicators_problem) : mqs_end_of_list;
}

}  // namespace

extern "C" {

int mqs_update_communicator_list(mqs_process *process) {
  return guard_mqs([&]() -> int {
    const Attachment attachment = attach(process);
    if (attachment.library == nullptr) return attachment.code;
    ProcessState &state = *attachment.state;
    state.operations.reset();
    state.communicators.clear();
    state.contexts.clear();
    state.current.reset();
    state.forget_record();
    state.may_have_run = false;
    const Status refreshed = attachment.library->refresh();
    return refreshed ? static_cast<int>(mqs_ok) : mqs_failure(&state, refreshed.error());
  });
}

int mqs_setup_communicator_iterator(mqs_process *process) {
  return guard_mqs([&]() -> int {
    const Attachment attachment = attach(process);
    if (attachment.library == nullptr) return attachment.code;
    ProcessState &state = *attachment.state;
    state.operations.reset();
    state.current.reset();
    state.at = 0;
    const auto lists = need(*attachment.library, &model::MpiLibrary::handles);
    if (!lists) return mqs_failure(&state, lists.error());
    auto handles = (*lists)->live(model::HandleKind::communicator);
    if (!handles) return mqs_failure(&state, handles.error());
    // MPI_COMM_NULL is removed: it is in the library's table but is not a communicator.
    for (const auto &predefined : (*lists)->predefined(model::HandleKind::communicator)) {
      if (predefined.name == "MPI_COMM_NULL") std::erase(*handles, predefined.handle);
    }
    state.communicators = std::move(*handles);
    state.communicators_problem.reset();
    // Problems are considered only if the library's memory is visible: the record alone never shows whether it has all
    // communicators.
    const bool sees_memory = attachment.library->objects() != nullptr;
    const std::string problem = sees_memory ? (*lists)->problem(model::HandleKind::communicator) : std::string();
    if (!problem.empty()) state.communicators_problem = Error{ErrorCode::corrupt, problem};
    state.contexts.clear();
    state.contexts_known = state.queues_asked = false;
    skip_unmade(attachment);
    return state.at == state.communicators.size() ? end_of_communicators(state) : mqs_ok;
  });
}

int mqs_get_communicator(mqs_process *process, mqs_communicator *result) {
  return guard_mqs([&]() -> int {
    Current current;
    if (const int code = read_current(process, current); code != mqs_ok) return code;
    mqs_communicator packed{};
    const bool has_context = current.communicator->context_id != model::unknown_context;
    packed.unique_id = has_context ? current.communicator->context_id : current.communicator->handle.value();
    packed.local_rank = current.communicator->rank;
    packed.size = current.local_members ? static_cast<mqs_tword_t>(current.local_members->size())
                                        : current.communicator->size_without_group;
    // Debuggers that know only this interface expect a size; -1 breaks the parser of padb.
    const bool knows_extensions = (current.attachment.state->owners & family_mpidbg) != 0;
    if (!knows_extensions) packed.size = std::max<mqs_tword_t>(packed.size, 0);
    copy_text(packed.name, sizeof packed.name, current.communicator->name);
    *result = packed;
    return mqs_ok;
  });
}

int mqs_get_comm_group(mqs_process *process, int *world_ranks) {
  return guard_mqs([&]() -> int {
    Current current;
    if (const int code = read_current(process, current); code != mqs_ok) return code;
    if (!current.local_members) return mqs_no_information;
    for (const auto &member : *current.local_members) {
      *world_ranks++ = current.attachment.library->identity().world_rank_of(member);
    }
    return mqs_ok;
  });
}

int mqs_next_communicator(mqs_process *process) {
  return guard_mqs([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr) return mqs_error_no_setup;
    state->operations.reset();
    state->current.reset();
    if (state->at < state->communicators.size() + state->contexts.size()) ++state->at;
    if (const Attachment attachment = attach(process); attachment.library != nullptr) skip_unmade(attachment);
    if (state->at == state->communicators.size() && (state->queues_asked || (state->owners & family_mpidbg) == 0)) {
      if (const int code = find_contexts(*state); code != mqs_ok) return code;
    }
    const bool is_one = state->at < state->communicators.size() + state->contexts.size();
    return is_one ? static_cast<int>(mqs_ok) : end_of_communicators(*state);
  });
}

int mqs_setup_operation_iterator(mqs_process *process, int operation_class) {
  return guard_mqs([&]() -> int {
    if (operation_class < mqs_pending_sends || operation_class > mqs_unexpected_messages) return mqs_error_bad_request;
    return set_up_operations(process, static_cast<model::Queue>(operation_class));
  });
}

int mqs_next_operation(mqs_process *process, mqs_pending_operation *result) {
  return guard_mqs([&]() -> int {
    model::Operation operation;
    const int code = next_operation(process, operation);
    if (code == mqs_ok) pack(operation, *result);
    return code;
  });
}

int mqs_get_comm_coll_state(mqs_process *process, int operation, int *sequence, int *active) {
  return guard_mqs([&]() -> int {
    if (operation < 0 || operation >= MPIDBG_RECORD_OPERATIONS) return mqs_error_bad_request;
    Attachment attachment = attach(process);
    if (attachment.library == nullptr) return attachment.code;
    int code = mqs_ok;
    const model::Communicator *const communicator = current_communicator(attachment, code);
    if (communicator == nullptr) return code;
    const auto recorder = attachment.state->recorder();
    if (!recorder) return mqs_no_information;
    const auto state = (*recorder)->collective_on(communicator->handle, static_cast<unsigned>(operation));
    if (!state) return mqs_no_information;
    if (sequence != nullptr) *sequence = static_cast<int>(std::min<std::uint32_t>(state->begun, INT_MAX));
    if (active != nullptr) *active = state->in_progress ? 1 : 0;
    return mqs_ok;
  });
}

}  // extern "C"
