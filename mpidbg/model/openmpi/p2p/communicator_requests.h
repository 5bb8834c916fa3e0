#pragma once
// Requests that make a communicator. The library makes one of others: each has a schedule of steps, and waits for the
// requests of its first step. While the library looks at that step it is off the schedule, which is a good part of the
// time of a process that waits; what a request is for is always in its context. Source:
// ompi/communicator/comm_request.{h,c}, comm_cid.c.

#include <optional>
#include <unordered_set>

#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct RequestParts {
  std::unordered_set<Address> requests;
  bool all = true;  // false: there may be more, in a step that is off its schedule or cannot be read
};

// Adds the request, and what it waits for, directly or not.
void add_with_parts(Objects &objects, Address request, RequestParts &found);

// Whether a request of a communicator, or a collective operation, only agrees with the other processes on the number of
// a new communicator. It is a part of what MPI_Comm_idup began, or of a call such as MPI_Comm_dup, and no program's.
// Nothing: the context cannot be read, or memory does not hold the buffers of the collective operation any more.
std::optional<bool> agrees_on_number(const Attachment &process, Address communicator_request);
std::optional<bool> agrees_on_number(const Attachment &process, const Request &collective);

}  // namespace mpidbg::model::openmpi
