#pragma once
// A request as an operation of a queue, where the library has no other record of it.

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model {

// Whether the call that made it receives.
bool is_receive(const Request &request);

// What the request and its communicator say; the library's record is left out.
Operation operation_of(const Request &request, const Communicator &communicator, Queue queue);

}  // namespace mpidbg::model
