#pragma once
// Converts a status of the model to the struct of the interface.

#include "mpidbg/abi/handles/status.h"
#include "mpidbg/model/objects/status.h"

namespace mpidbg::entry {

void pack(const model::MessageStatus &status, mpidbg_status_info_t &packed);

}  // namespace mpidbg::entry
