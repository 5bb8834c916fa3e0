#include "corefile/elf/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <utility>

#include "corefile/elf/file_descriptor.h"

namespace corefile {

Error file_error(const std::string &path, int error_number) {
  const bool absent = error_number == ENOENT || error_number == ENOTDIR;
  return Error{absent ? ErrorCode::not_found : ErrorCode::system, path + ": " + std::strerror(error_number)};
}

Status check_regular_file(const std::string &path, const struct stat &status) {
  if (S_ISDIR(status.st_mode)) return Error{ErrorCode::corrupt, path + " is a directory"};
  if (!S_ISREG(status.st_mode)) return Error{ErrorCode::corrupt, path + " is not a regular file"};
  if (status.st_size == 0) return Error{ErrorCode::corrupt, path + " is an empty file"};
  return {};
}

Result<MappedFile> MappedFile::open(const std::string &path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return file_error(path, errno);
  struct stat status;
  if (::fstat(file.get(), &status) != 0) return file_error(path, errno);
  MPIDBG_TRY(check_regular_file(path, status));
  const std::size_t size = static_cast<std::size_t>(status.st_size);
  void *const data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (data == MAP_FAILED) return file_error(path, errno);
  return MappedFile(Bytes(static_cast<const std::byte *>(data), size));
}

MappedFile::MappedFile(MappedFile &&other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte *>(bytes_.data()), bytes_.size());
}

}  // namespace corefile
