#pragma once
// The keyvals of a process. Their class is static and no table of theirs is exported, so the class is found next to the
// attributes' own, and then the objects by a search of memory.

#include "mpidbg/model/objects/keyval.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// By number. Errors: not_supported if the class is not found; those of ObjectSearch.
Result<std::vector<Keyval>> read_keyvals(Handles &handles);

}  // namespace mpidbg::model::openmpi
