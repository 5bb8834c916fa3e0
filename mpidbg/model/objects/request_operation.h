#pragma once
// Shows a request as an operation of a queue, for libraries that have no other record of it.

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model {

// Returns true if the call that made the request receives data.
bool is_receive(const Request &request);

// Fills the facts that the request and its communicator contain. `record`, the library's own record, is not filled.
Operation operation_of(const Request &request, const Communicator &communicator, Queue queue);

}  // namespace mpidbg::model
