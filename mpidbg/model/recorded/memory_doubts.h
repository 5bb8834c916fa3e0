#pragma once
// Compares the recorded facts about a handle with the object that the library's memory shows for it.

#include <string>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/recorded/recorded_object.h"

namespace mpidbg::model::recorded {

// Returns a sentence about the first contradiction between record and memory. The text is empty if they agree or if
// memory does not show the object.
std::string doubt_of(const RecordedObject &object, MpiLibrary &library);

// Does the same for the record of a request and the request that memory shows at its handle.
std::string doubt_of(const RecordedObject &object, const Request &memory);

}  // namespace mpidbg::model::recorded
