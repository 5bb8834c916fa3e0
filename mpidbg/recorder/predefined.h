#pragma once
// The predefined handles of a library whose handles are addresses.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// How many the table has to have room for; 0 where handles are constants.
extern const std::uint32_t predefined_count;

// Those that the library of this process has.
void write_predefined(mpidbg_record_predefined *entries);

}  // namespace recorder
