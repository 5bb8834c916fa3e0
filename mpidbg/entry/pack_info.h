#pragma once
// Converts the pairs of info objects to the structs of the interface.

#include "mpidbg/abi/handles/common.h"
#include "mpidbg/entry/allocations.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::entry {

// Returns the pairs as an array; null for an empty vector. Each key and value is allocated separately.
mpidbg_info_pair_t *pack_pairs(Allocations &memory, const std::vector<model::InfoPair> &pairs);

// Frees an array from pack_pairs(), which may be null.
void release_pairs(int count, mpidbg_info_pair_t *pairs);

}  // namespace mpidbg::entry
