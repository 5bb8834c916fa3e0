#pragma once
// Implements the steps that the queries of all kinds of handles have in common.

#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/entry/allocations.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// Runs `query(state, library)`, which returns a Status, for the process. An error is stored for mpidbg_error_detail and
// converted to an MPIDBG_ERR_* code. `info` is redundant in the interface: unless it is null, it must belong to the
// process.
template <class Query>
int run_query(mqs_process *process, mqs_process_info *info, Query &&query) noexcept {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = info != nullptr ? process_state(info) : process_state(process);
    if (state == nullptr) {
      return mpidbg_failure(nullptr, Error{ErrorCode::unavailable, "the process was not set up with this plugin"});
    }
    state->error.clear();
    const bool fresh = state->attached == nullptr;  // attaching reads all data
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

// Returns a list of handles in the host's memory through `count` and `packed`.
void pack_handles(const std::vector<Handle> &handles, int *count, mqs_taddr_t **packed);

// Converts a handle as the debugger passes it to a Handle with the width that handles of the kind have in the process.
Handle handle_of(model::MpiLibrary &library, model::HandleKind kind, mqs_taddr_t handle);

// Returns the reader of the library's objects; null if it does not read objects of the kind.
model::ObjectRecords *records_of(model::MpiLibrary &library, model::HandleKind kind);

// These functions return the results of HandleLists::problem(), HandleLists::why_unseen() and
// ObjectRecords::users_problem(). If the library cannot list handles or read objects at all, they return the reason.
// The last two functions read no objects; capabilities depend on them.
std::string handle_problem(model::MpiLibrary &library, model::HandleKind kind);
std::string why_unseen(model::MpiLibrary &library, model::HandleKind kind);
std::string users_problem(model::MpiLibrary &library, model::HandleKind kind);

// Returns the members of a group. Errors: unavailable if the members cannot be seen. Used for answers that must not
// show an unknown size as 0.
Result<const std::vector<model::ProcessName> *> members_of(const model::Group &group);

// Returns a Fortran INTEGER handle: the low 32 bits, regardless of the bits that the host passed above them.
std::int64_t fortran_index(mqs_taddr_t handle);

// Converts references to objects to an array in the host's memory.
mpidbg_handle_reference_t *pack_references(Allocations &memory, const std::vector<model::HandleReference> &references);

// Convert the members of a group to the two forms of the interface.
mpidbg_process_t *pack_world_ranks(Allocations &memory, const std::vector<model::ProcessName> &members,
                                   const model::Identity &identity);
mpidbg_process_name_t *pack_names(Allocations &memory, const std::vector<model::ProcessName> &members);

}  // namespace mpidbg::entry
