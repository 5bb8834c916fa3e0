#pragma once
// Converts a request to an operation of a queue, for libraries that have no other record of the operation.

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model {

// Returns true if the request was made by a call that receives data.
bool is_receive(const Request &request);

// Returns an operation that contains the facts known from the request and its communicator. `record` stays null.
Operation operation_of(const Request &request, const Communicator &communicator, Queue queue);

}  // namespace mpidbg::model
