#pragma once
// The bytes of a file, mapped for reading; only the pages that are read take memory.

#include <sys/stat.h>

#include <string>

#include "corefile/base.h"

namespace corefile {

class MappedFile {
 public:
  // Errors name the path: not_found if there is none, corrupt for a directory or an empty file, system for the rest.
  static Result<MappedFile> open(const std::string &path);

  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile();

  Bytes bytes() const { return bytes_; }

 private:
  explicit MappedFile(Bytes bytes) : bytes_(bytes) {}

  Bytes bytes_;
};

// "PATH: No such file or directory" with the code that fits errno.
Error file_error(const std::string &path, int error_number);

// What no kind of target file can be, each named: a directory, an empty file, a device.
Status check_regular_file(const std::string &path, const struct stat &status);

}  // namespace corefile
