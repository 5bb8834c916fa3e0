#pragma once
// Reads the facts that the I/O layer ROMIO keeps about a file.

#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// `data` is the file's f_io_selected_data. Errors: corrupt without ROMIO's cookie.
Result<FileAccess> read_romio_file(const Attachment &process, Address data);

// Returns the communicators and infos that the layer made for itself.
Result<std::vector<HandleReference>> read_romio_own_objects(const Attachment &process, Address data);

}  // namespace mpidbg::model::openmpi
