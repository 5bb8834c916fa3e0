#pragma once
// Takes snapshots: the values of all variables at one moment.

#include <cstdint>

#include "mpidbg/recorder/record_mpit_format.h"
#include "mpidbg/recorder/table_lock.h"

namespace recorder {

// Must be held to use the catalogue, the handles or the ring of snapshots. It is taken before table_lock.
extern TableLock sampling_lock;

// For the following functions the caller must hold sampling_lock, and the library's MPI_T must be initialised.

// Updates catalogue and handles, and reads everything.
void write_snapshot(mpidbg_record_snapshot_reason reason, std::int32_t detail);

// Reads performance variables through existing handles, and takes everything else from the last snapshot. It calls no
// function of the library except MPI_T_pvar_read and MPI_T_source_get_timestamp, and allocates no memory.
void write_snapshot_in_haste(mpidbg_record_snapshot_reason reason, std::int32_t detail);

// Allocates memory for values. Must be called before the first snapshot. Returns false without memory.
bool prepare_snapshots();

}  // namespace recorder
