#pragma once
// Writes constants of mpi.h to the record: predefined handles, and constants that occur as arguments.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// The number of entries in the table of predefined handles; 0 for MPICH's ABI, whose predefined handles are fixed
// numbers.
extern const std::uint32_t predefined_count;

// Writes the predefined handles that the library of this process has.
void write_predefined(mpidbg_record_predefined *entries);

extern const std::uint32_t constant_count;
void write_constants(mpidbg_record_constant *entries);

}  // namespace recorder
