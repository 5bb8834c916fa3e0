#pragma once
// Adds facts that only the record has to objects that the library's memory shows. A fact that memory has is kept, but
// one that was inferred from memory gives way to the recorded one.
//
// Nothing is added if the process has no readable record, if the record has nothing about the handle, or if record and
// memory contradict each other about the object. A recorded handle of another object is added only if it still refers
// to that object.

#include <vector>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

// Adds the call that made the request, and its arguments. A request of a file that the library implements as a
// generalized request becomes one of the file.
void complete(Request &request, Recorder &recorder, MpiLibrary &library);

// Adds the communicator that the window was made with, and the types of the locks that are held.
void complete(Window &window, Recorder &recorder, MpiLibrary &library);

// Adds the communicator that the file was opened with.
void complete(File &file, Recorder &recorder, MpiLibrary &library);

// Adds those users of `object` that the record has and that `users` lacks (see Recorder::users_of). Requests that are
// complete in memory use nothing any more and are left out. Returns true if nothing is missing in the record.
bool complete_users(HandleReference object, std::vector<HandleReference> &users, Recorder &recorder,
                    MpiLibrary &library);

}  // namespace mpidbg::model::recorded
