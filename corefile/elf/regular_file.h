#pragma once
// Files that are read: regular files, opened without waiting for anything. What a target or a user names may be a FIFO,
// which would wait for a writer, or a device without an end.

#include <sys/stat.h>

#include <string>

#include "corefile/base.h"
#include "corefile/elf/file_descriptor.h"

namespace corefile {

struct RegularFile {
  FileDescriptor descriptor;
  struct stat status;
};

// Errors name the path: not_found if there is none, corrupt for a directory, a device or an empty file, system for the
// rest.
Result<RegularFile> open_regular_file(const std::string &path);

// All of it. Errors also: out_of_range if it has more than `most_bytes`.
Result<std::string> read_regular_file(const std::string &path, std::size_t most_bytes);

// "PATH: No such file or directory" with the code that fits errno.
Error file_error(const std::string &path, int error_number);

// What no kind of target file can be, each named: a directory, an empty file, a device.
Status check_regular_file(const std::string &path, const struct stat &status);

}  // namespace corefile
