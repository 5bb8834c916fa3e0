#pragma once
// Converts attributes to the structs of the interface.

#include "mpidbg/abi/handles/common.h"
#include "mpidbg/entry/allocations.h"
#include "mpidbg/model/objects/attribute.h"

namespace mpidbg::entry {

// Returns an array of names and values; null for an empty vector. Each string in the array is allocated separately.
mpidbg_attribute_pair_t *pack_attributes(Allocations &memory, const std::vector<model::Attribute> &attributes);
// Returns the values of the attributes as numbers, in the order of pack_attributes().
mpidbg_attribute_value_t *pack_attribute_values(Allocations &memory, const std::vector<model::Attribute> &attributes);

// Frees an array from pack_attributes(), which may be null.
void release_attributes(int count, mpidbg_attribute_pair_t *attributes);

}  // namespace mpidbg::entry
