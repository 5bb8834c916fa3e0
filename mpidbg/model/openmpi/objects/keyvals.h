#pragma once
// Finds the keyvals of a process. Their class is static, and no symbol leads to a table of keyvals. The class is
// therefore found next to the class of attributes, and the keyvals by a search of memory for objects of the class.

#include "mpidbg/model/objects/keyval.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// Returns the keyvals ordered by number. Errors: not_supported if the class is not found; those of ObjectSearch.
Result<std::vector<Keyval>> read_keyvals(Handles &handles);

}  // namespace mpidbg::model::openmpi
