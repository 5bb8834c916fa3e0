#pragma once
// Fills in the facts that MPICH's own request has about an operation of a network library.

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/operation.h"

namespace mpidbg::model::mpich {

struct Handles;

// Fills in handle and record of the MPIR_Request at `object`, and whether the program has freed it. If a persistent
// request has started that request, the facts come from the persistent one, because it has all arguments: data and
// mode, and the receiver of a send. Returns false if the object is not a request in use; `operation` is then unchanged.
// Errors: those of reading.
Result<bool> fill_own_request(Handles &handles, Address object, Operation &operation);

}  // namespace mpidbg::model::mpich
