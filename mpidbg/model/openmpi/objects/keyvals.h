#pragma once
// Finds the keyvals of a process. Their class is static and no table of them is exported, so the class is found next to
// the class of attributes, and then the objects by a search of memory.

#include "mpidbg/model/objects/keyval.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// Returns the keyvals ordered by number. Errors: not_supported if the class is not found; those of ObjectSearch.
Result<std::vector<Keyval>> read_keyvals(Handles &handles);

}  // namespace mpidbg::model::openmpi
