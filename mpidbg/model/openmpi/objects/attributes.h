#pragma once
// The attributes that are cached on one object, predefined ones included.

#include <optional>
#include <vector>

#include "mpidbg/model/objects/attribute.h"
#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

// `table` is the object's c_keyhash, d_keyhash or w_keyhash: null where nothing was ever set. By keyval. Errors: layout
// where the structs are not described.
Result<std::vector<Attribute>> read_attributes(Objects &objects, Address table);

// The number of one of them; nothing if it is not set.
std::optional<std::int64_t> find_attribute(const std::vector<Attribute> &attributes, int keyval);

}  // namespace mpidbg::model::openmpi
