#pragma once
// The variables mpidbg_X_capabilities and mpidbg_X_name_map, which the historical interface has once for all processes.

#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// They describe this process from now on.
void set_globals(ProcessState &state, model::MpiLibrary &library);

// They describe this process if they describe none: it was initialised before MPI_Init had completed, or the one that
// they described has been finalized.
void set_unused_globals(ProcessState &state, model::MpiLibrary &library);

// They describe no process if they described this one: they never point into a state that is gone.
void clear_globals(const ProcessState *state);

}  // namespace mpidbg::entry
