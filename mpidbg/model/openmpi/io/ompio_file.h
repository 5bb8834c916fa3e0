#pragma once
// Reads the data that the I/O layer ompio keeps about a file.

#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// Reads the view and the file pointers of a file. `data` is the address in the file's f_io_selected_data. Errors:
// corrupt if the struct there does not point back to the file.
Result<FileAccess> read_ompio_file(const Attachment &process, Address file, Address data);

// Returns the communicator that ompio made for itself.
Result<std::vector<HandleReference>> read_ompio_own_objects(const Attachment &process, Address file, Address data);

}  // namespace mpidbg::model::openmpi
