#pragma once
// Examines the requests of calls that make a communicator. The library builds such a request from others: it has a
// schedule of steps and waits for the requests of its first step. While the library works on a step, the step is not in
// the schedule. A waiting process spends much of its time in this state. The context of a request always shows its
// purpose. Sources: ompi/communicator/comm_request.{h,c}, comm_cid.c.

#include <optional>
#include <unordered_set>

#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// A limit above the size of the contexts in any version.
inline constexpr std::uint64_t most_context_bytes = 512;

// Holds the parts of a request, which are requests themselves.
struct RequestParts {
  std::unordered_set<Address> requests;
  // False if there may be more requests, in a step that is not in the schedule at the moment or that cannot be read.
  bool all = true;
};

// Adds a request to `found`, together with all requests that it waits for, directly or indirectly.
void add_with_parts(Objects &objects, Address request, RequestParts &found);

// Returns true if a request of a communicator, or a collective operation, only serves to agree with the other processes
// on the number of a new communicator. Such a request is part of MPI_Comm_idup or of a call such as MPI_Comm_dup, and
// the program has no handle for it. Returns nullopt if the context cannot be read or if memory no longer contains the
// buffers of the collective operation.
std::optional<bool> agrees_on_number(const Attachment &process, Address communicator_request);
std::optional<bool> agrees_on_number(const Attachment &process, const Request &collective);

}  // namespace mpidbg::model::openmpi
