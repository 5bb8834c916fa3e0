#pragma once
// The bytes of a file, mapped for reading; only the pages that are read take memory.

#include <string>

#include "corefile/base.h"
#include "corefile/elf/regular_file.h"

namespace corefile {

class MappedFile {
 public:
  // Errors name the path: not_found if there is none, corrupt for a directory or an empty file, system for the rest.
  static Result<MappedFile> open(const std::string &path);
  // The file that open_regular_file(path) gave; it may be closed then. Errors: system, naming the path.
  static Result<MappedFile> map(const std::string &path, const RegularFile &file);

  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile();

  Bytes bytes() const { return bytes_; }

  // Those that were read take no memory until they are read again.
  void release_pages() const;

 private:
  explicit MappedFile(Bytes bytes) : bytes_(bytes) {}

  Bytes bytes_;
};

}  // namespace corefile
