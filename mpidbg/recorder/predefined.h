#pragma once
// What the mpi.h of the program gives numbers or addresses: predefined handles, and the constants that arguments are.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// How many handles the table has to have room for; 0 of MPICH's ABI, whose numbers every reader knows.
extern const std::uint32_t predefined_count;

// Those that the library of this process has.
void write_predefined(mpidbg_record_predefined *entries);

extern const std::uint32_t constant_count;
void write_constants(mpidbg_record_constant *entries);

}  // namespace recorder
