#pragma once
// Reads the attributes that are cached on one object, including predefined ones.

#include <optional>
#include <vector>

#include "mpidbg/model/objects/attribute.h"
#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

// Returns the attributes ordered by keyval. `table` is the object's c_keyhash, d_keyhash or w_keyhash; it is null if no
// attribute was ever set. Errors: layout if the layouts of the structs are unknown.
Result<std::vector<Attribute>> read_attributes(Objects &objects, Address table);

// Returns the value of the attribute with this keyval as a number; nullopt if it is not set.
std::optional<std::int64_t> find_attribute(const std::vector<Attribute> &attributes, int keyval);

}  // namespace mpidbg::model::openmpi
