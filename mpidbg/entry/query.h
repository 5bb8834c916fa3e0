#pragma once
// What the queries of all kinds of handles have in common.

#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/entry/allocations.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// Runs `query(state, library)`, a Status, for the process; a failure is remembered and becomes an MPIDBG_ERR_*. The
// info pointers of the interface are redundant: a process_info that is given must be the one that belongs to the
// process.
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

// A list of handles in the host's memory.
void pack_handles(const std::vector<Handle> &handles, int *count, mqs_taddr_t **packed);

// What the debugger gives as a handle of the kind, with the width that it has in the process.
Handle handle_of(model::MpiLibrary &library, model::HandleKind kind, mqs_taddr_t handle);

// The library's objects, if it reads those of the kind; else null.
model::ObjectRecords *records_of(model::MpiLibrary &library, model::HandleKind kind);

// HandleLists::problem, HandleLists::why_unseen and ObjectRecords::users_problem, or why the library has no such part.
// The last two, which do not look at objects, are what capabilities depend on.
std::string handle_problem(model::MpiLibrary &library, model::HandleKind kind);
std::string why_unseen(model::MpiLibrary &library, model::HandleKind kind);
std::string users_problem(model::MpiLibrary &library, model::HandleKind kind);

// The members of a group, for answers that need them: a size of 0 would be a claim. Errors: unavailable where they
// cannot be seen.
Result<const std::vector<model::ProcessName> *> members_of(const model::Group &group);

// A Fortran INTEGER handle: the low 32 bits, whatever the host put above them.
std::int64_t fortran_index(mqs_taddr_t handle);

// Objects of any kind that refer to another.
mpidbg_handle_reference_t *pack_references(Allocations &memory, const std::vector<model::HandleReference> &references);

// The members of a group in the two forms of the interface.
mpidbg_process_t *pack_world_ranks(Allocations &memory, const std::vector<model::ProcessName> &members,
                                   const model::Identity &identity);
mpidbg_process_name_t *pack_names(Allocations &memory, const std::vector<model::ProcessName> &members);

}  // namespace mpidbg::entry
