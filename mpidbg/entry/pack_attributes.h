#pragma once
// Converts attributes to the records of the interface.

#include "mpidbg/abi/handles/common.h"
#include "mpidbg/entry/allocations.h"
#include "mpidbg/model/objects/attribute.h"

namespace mpidbg::entry {

// Returns an array in which each string is a separate allocation; null if there are none.
mpidbg_attribute_pair_t *pack_attributes(Allocations &memory, const std::vector<model::Attribute> &attributes);
// Returns the values of the same attributes in the same order.
mpidbg_attribute_value_t *pack_attribute_values(Allocations &memory, const std::vector<model::Attribute> &attributes);

// Frees the array of pairs, which may be null.
void release_attributes(int count, mpidbg_attribute_pair_t *attributes);

}  // namespace mpidbg::entry
