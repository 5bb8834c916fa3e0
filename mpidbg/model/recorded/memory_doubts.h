#pragma once
// This compares what was recorded of a handle with what the library's memory shows there.

#include <string>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/recorded/recorded_object.h"

namespace mpidbg::model::recorded {

// Returns a sentence about the first contradiction. It returns an empty text if the two agree, and if memory cannot
// tell.
std::string doubt_of(const RecordedObject &object, MpiLibrary &library);

}  // namespace mpidbg::model::recorded
