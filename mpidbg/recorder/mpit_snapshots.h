#pragma once
// Takes snapshots, which contain the values of all variables at one moment.

#include <cstdint>

#include "mpidbg/recorder/record_mpit_format.h"
#include "mpidbg/recorder/table_lock.h"

namespace recorder {

// The lock for the catalogue, the handles and the ring of snapshots. It is taken before table_lock.
extern TableLock sampling_lock;

// For the following functions the caller must hold sampling_lock, and the library's MPI_T must be initialised.

// Updates the catalogue and the handles of performance variables, and writes a snapshot of the values of all variables.
void write_snapshot(mpidbg_record_snapshot_reason reason, std::int32_t detail);

// Writes a snapshot in a signal handler: reads performance variables through existing handles, and takes all other
// values from the last snapshot. It calls no functions of the library except MPI_T_pvar_read and
// MPI_T_source_get_timestamp, and allocates no memory.
void write_snapshot_in_haste(mpidbg_record_snapshot_reason reason, std::int32_t detail);

// Allocates memory for values. Must be called before the first snapshot. Returns false if there is not enough memory.
bool prepare_snapshots();

}  // namespace recorder
