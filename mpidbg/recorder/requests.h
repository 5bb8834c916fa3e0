#pragma once
// The table of requests. The caller holds LockedTables while it uses an entry.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// An entry for a new request, all else zero; the caller fills it in, `flags` last. Takes the place of history, never of a live
// request; null if there is none but live ones (counted in the header).
mpidbg_record_request *claim_request(std::uint64_t request);

// Null: not recorded.
mpidbg_record_request *find_live_request(std::uint64_t request);

}  // namespace recorder
