#pragma once
// Maintains the variables mpidbg_X_capabilities and mpidbg_X_name_map. The historical interface has a single set of
// these variables for all processes.

#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// Makes the variables mpidbg_X_capabilities and mpidbg_X_name_map describe this process.
void set_globals(ProcessState &state, model::MpiLibrary &library);

// Makes mpidbg_X_capabilities and mpidbg_X_name_map describe this process if they describe none: either because this
// process was set up before MPI_Init had completed, or because the process that they described has been finalized.
void set_unused_globals(ProcessState &state, model::MpiLibrary &library);

// Makes mpidbg_X_capabilities and mpidbg_X_name_map describe no process if they describe this one, so that they never
// point into a destroyed state.
void clear_globals(const ProcessState *state);

}  // namespace mpidbg::entry
