#pragma once
// Opens regular files without ever waiting. A path from a target or a user may name a FIFO, which would wait for a
// writer, or a device without an end.

#include <sys/stat.h>

#include <string>

#include "mpidbg/base/file_descriptor.h"
#include "mpidbg/base/result.h"

namespace mpidbg {

// Holds an open file and the result of fstat().
struct RegularFile {
  FileDescriptor descriptor;
  struct stat status;
};

// Opens a regular file for reading. Errors name the path: not_found if the file does not exist, corrupt for a
// directory, a device or an empty file, system for everything else.
Result<RegularFile> open_regular_file(const std::string &path);

// Reads a complete file. Errors: those of open_regular_file(), and out_of_range if the file has more than `most_bytes`.
Result<std::string> read_regular_file(const std::string &path, std::size_t most_bytes);

// Returns an error such as "PATH: No such file or directory", with the code for this value of errno.
Error file_error(const std::string &path, int error_number);

// Checks that the file can be a target. Fails for a directory, an empty file or a device. The error is a sentence.
Status check_regular_file(const std::string &path, const struct stat &status);

}  // namespace mpidbg
