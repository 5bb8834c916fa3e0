#pragma once
// Shared parts of the queries for all kinds of handles.

#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/entry/allocations.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// Runs `query(state, library)`, which returns a Status, for the process. A failure is stored for mpidbg_error_detail
// and converted to an MPIDBG_ERR_* code. The info pointers of the interface are redundant: a process_info that is not
// null must be the one of the process.
template <class Query>
int run_query(mqs_process *process, mqs_process_info *info, Query &&query) noexcept {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = info != nullptr ? process_state(info) : process_state(process);
    if (state == nullptr) {
      return mpidbg_failure(nullptr, Error{ErrorCode::unavailable, "the process was not set up with this plugin"});
    }
    state->error.clear();
    const bool fresh = state->attached == nullptr;  // attaching reads
    const auto library = state->library();
    if (!library) return mpidbg_failure(state, library.error());
    if (!state->held) state->forget_record();
    if (const Status refreshed = state->refresh_if_needed(**library, fresh); !refreshed) {
      return mpidbg_failure(state, refreshed.error());
    }
    const Status answered = query(*state, **library);
    return answered ? static_cast<int>(MPIDBG_SUCCESS) : mpidbg_failure(state, answered.error());
  });
}

// Returns a list of handles in the host's memory.
void pack_handles(const std::vector<Handle> &handles, int *count, mqs_taddr_t **packed);

// Converts the debugger's value for a handle of the kind to a handle with its width in the process.
Handle handle_of(model::MpiLibrary &library, model::HandleKind kind, mqs_taddr_t handle);

// Returns the library's objects; null if it does not read objects of the kind.
model::ObjectRecords *records_of(model::MpiLibrary &library, model::HandleKind kind);

// The results of HandleLists::problem(), HandleLists::why_unseen() and ObjectRecords::users_problem(), or the reason
// why the library has no such part. Capabilities depend on the last two, which do not read objects.
std::string handle_problem(model::MpiLibrary &library, model::HandleKind kind);
std::string why_unseen(model::MpiLibrary &library, model::HandleKind kind);
std::string users_problem(model::MpiLibrary &library, model::HandleKind kind);

// Returns the members of a group for answers that must not claim a size of 0. Errors: unavailable if they cannot be
// seen.
Result<const std::vector<model::ProcessName> *> members_of(const model::Group &group);

// Returns a Fortran INTEGER handle: the low 32 bits, independently of what the host put above them.
std::int64_t fortran_index(mqs_taddr_t handle);

// Converts references to objects of any kind.
mpidbg_handle_reference_t *pack_references(Allocations &memory, const std::vector<model::HandleReference> &references);

// Convert the members of a group to the two forms of the interface.
mpidbg_process_t *pack_world_ranks(Allocations &memory, const std::vector<model::ProcessName> &members,
                                   const model::Identity &identity);
mpidbg_process_name_t *pack_names(Allocations &memory, const std::vector<model::ProcessName> &members);

}  // namespace mpidbg::entry
