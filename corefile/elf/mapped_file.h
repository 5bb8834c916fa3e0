#pragma once
// Maps the bytes of a file for reading. Only pages that are read take memory.

#include <string>

#include "corefile/base.h"
#include "mpidbg/base/regular_file.h"

namespace corefile {

class MappedFile {
 public:
  // Opens and maps a file. Errors name the path: not_found if the file does not exist, corrupt for a directory or an
  // empty file, system for everything else.
  static Result<MappedFile> open(const std::string &path);
  // Maps the result of open_regular_file(path), which may be closed afterwards. Fails with a `system` error that names
  // the path.
  static Result<MappedFile> map(const std::string &path, const mpidbg::RegularFile &file);

  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile();

  Bytes bytes() const { return bytes_; }

  // Releases the memory of pages that were read. The pages can still be read, which loads them again.
  void release_pages() const;

 private:
  explicit MappedFile(Bytes bytes) : bytes_(bytes) {}

  Bytes bytes_;
};

}  // namespace corefile
