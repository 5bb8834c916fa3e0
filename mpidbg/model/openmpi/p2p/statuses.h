#pragma once
// Statuses of Open MPI, which the program owns.

#include "mpidbg/model/objects/status.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// The status at an address of the program. Errors: not_found for MPI_STATUS_IGNORE.
Result<MessageStatus> read_status(const Attachment &process, Address address);

// A status that was read, the one inside a request for instance.
MessageStatus decode_status(const View<StatusLayout> &view);

}  // namespace mpidbg::model::openmpi
