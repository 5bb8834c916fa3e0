#pragma once
// Converts send modes, whose numbers are the same in all point-to-point layers.

#include <cstdint>

#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model::openmpi {

// Converts a mca_pml_base_send_mode_t, Open MPI's number for a send mode.
SendMode send_mode(std::int32_t value);

// Returns the MPI function that makes a request for such an operation.
RequestCall call_of(const Operation &operation);

}  // namespace mpidbg::model::openmpi
