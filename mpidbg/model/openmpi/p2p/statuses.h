#pragma once
// Reads statuses of Open MPI, which are in the program's memory.

#include "mpidbg/model/objects/status.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// Reads the status at an address in the program's memory. Errors: not_found for MPI_STATUS_IGNORE.
Result<MessageStatus> read_status(const Attachment &process, Address address);

// Decodes a status that has already been read, for example as part of a request.
MessageStatus decode_status(const View<StatusLayout> &view);

}  // namespace mpidbg::model::openmpi
