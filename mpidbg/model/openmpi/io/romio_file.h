#pragma once
// Reads the data that the I/O layer ROMIO keeps about a file.

#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// Reads the view and the file pointers of a file. `data` is the address in the file's f_io_selected_data. Errors:
// corrupt if the struct there does not contain ROMIO's cookie.
Result<FileAccess> read_romio_file(const Attachment &process, Address data);

// Returns the communicators and infos that ROMIO made for itself.
Result<std::vector<HandleReference>> read_romio_own_objects(const Attachment &process, Address data);

}  // namespace mpidbg::model::openmpi
