#pragma once
// Opens regular files without waiting. A path named by a target or a user may be a FIFO, which would wait for a writer,
// or a device without an end.

#include <sys/stat.h>

#include <string>

#include "mpidbg/base/file_descriptor.h"
#include "mpidbg/base/result.h"

namespace mpidbg {

// An open file and its status.
struct RegularFile {
  FileDescriptor descriptor;
  struct stat status;
};

// Errors name the path: not_found if the file does not exist, corrupt for a directory, a device or an empty file,
// system for everything else.
Result<RegularFile> open_regular_file(const std::string &path);

// Reads the complete file. Errors also: out_of_range if it has more than `most_bytes`.
Result<std::string> read_regular_file(const std::string &path, std::size_t most_bytes);

// Returns "PATH: No such file or directory" and the code for errno.
Error file_error(const std::string &path, int error_number);

// Fails with a sentence for files that cannot be targets: a directory, an empty file, a device.
Status check_regular_file(const std::string &path, const struct stat &status);

}  // namespace mpidbg
