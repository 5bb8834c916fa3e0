#pragma once
// Snapshots: what all variables hold at one moment.

#include <cstdint>

#include "mpidbg/recorder/record_mpit_format.h"
#include "mpidbg/recorder/table_lock.h"

namespace recorder {

// Held while the catalogue, the handles or the ring of snapshots are used; taken before table_lock.
extern TableLock sampling_lock;

// Both: the caller holds sampling_lock, and the library's MPI_T is initialised.

// Brings catalogue and handles up to date, and reads everything.
void write_snapshot(mpidbg_record_snapshot_reason reason, std::int32_t detail);

// Reads performance variables by the existing handles, and takes over the rest from the last snapshot: calls no
// function of the library but MPI_T_pvar_read and MPI_T_source_get_timestamp, and allocates nothing.
void write_snapshot_in_haste(mpidbg_record_snapshot_reason reason, std::int32_t detail);

// The memory for values, before the first snapshot. False: there is none.
bool prepare_snapshots();

}  // namespace recorder
