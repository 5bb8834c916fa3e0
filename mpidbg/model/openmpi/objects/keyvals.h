#pragma once
// Finds the keyvals of a process. No symbol leads to their class or to a table of keyvals. Therefore the class is found
// next to the class of attributes, and the keyvals are found by a search of memory for objects of their class.

#include "mpidbg/model/objects/keyval.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// Returns the keyvals ordered by number. Errors: not_supported if the class is not found; those of ObjectSearch.
Result<std::vector<Keyval>> read_keyvals(Handles &handles);

}  // namespace mpidbg::model::openmpi
