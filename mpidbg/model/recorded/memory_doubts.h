#pragma once
// Where what was recorded of a handle and what the library's memory shows there cannot both be true.

#include <string>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/recorded/recorded_object.h"

namespace mpidbg::model::recorded {

// A sentence; empty where they agree, and if memory does not show it.
std::string doubt_of(const RecordedObject &object, MpiLibrary &library);

}  // namespace mpidbg::model::recorded
