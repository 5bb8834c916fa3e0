#include "corefile/elf/mapped_file.h"

#include <sys/mman.h>

#include <cerrno>
#include <utility>

namespace corefile {

Result<MappedFile> MappedFile::open(const std::string &path) {
  MPIDBG_ASSIGN(file, mpidbg::open_regular_file(path));
  return map(path, file);
}

Result<MappedFile> MappedFile::map(const std::string &path, const mpidbg::RegularFile &file) {
  const std::size_t size = static_cast<std::size_t>(file.status.st_size);
  void *const data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor.get(), 0);
  if (data == MAP_FAILED) return mpidbg::file_error(path, errno);
  return MappedFile(Bytes(static_cast<const std::byte *>(data), size));
}

MappedFile::MappedFile(MappedFile &&other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

void MappedFile::release_pages() const {
  ::madvise(const_cast<std::byte *>(bytes_.data()), bytes_.size(), MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte *>(bytes_.data()), bytes_.size());
}

}  // namespace corefile
