#pragma once
// The constants that mpi.h defines for programs: predefined handles, and constants that occur as arguments.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// The number of handles for which the table needs room; 0 for MPICH's ABI, whose numbers all readers know.
extern const std::uint32_t predefined_count;

// Writes the handles that the library of this process has.
void write_predefined(mpidbg_record_predefined *entries);

extern const std::uint32_t constant_count;
void write_constants(mpidbg_record_constant *entries);

}  // namespace recorder
