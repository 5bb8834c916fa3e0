#pragma once
// Statuses of Open MPI, which the program owns.

#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/status.h"

namespace mpidbg::model::openmpi {

Result<MessageStatus> read_status(const Attachment &process, Address address);

}  // namespace mpidbg::model::openmpi
