#pragma once
// Fills in what MPICH's own request says of an operation that a network library has.

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/operation.h"

namespace mpidbg::model::mpich {

struct Handles;

// Fills in handle and record of the MPIR_Request at `object`, and whether the program has freed it. If a persistent
// request has started that request, the facts come from the persistent one, because it has all arguments. Returns false
// if the object is not a request in use; `operation` is then unchanged. Errors: those of reading.
Result<bool> fill_own_request(Handles &handles, Address object, Operation &operation);

}  // namespace mpidbg::model::mpich
