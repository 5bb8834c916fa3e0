#pragma once
// Converts pairs of info objects to the records of the interface.

#include "mpidbg/abi/handles/common.h"
#include "mpidbg/entry/allocations.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::entry {

// Returns an array in which each key and value is a separate allocation; null if there are none.
mpidbg_info_pair_t *pack_pairs(Allocations &memory, const std::vector<model::InfoPair> &pairs);

// Frees such an array, which may be null.
void release_pairs(int count, mpidbg_info_pair_t *pairs);

}  // namespace mpidbg::entry
