#include "mpidbg/base/regular_file.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>

namespace mpidbg {

Error file_error(const std::string &path, int error_number) {
  const bool absent = error_number == ENOENT || error_number == ENOTDIR || error_number == ESRCH;
  return Error{absent ? ErrorCode::not_found : ErrorCode::system, path + ": " + std::strerror(error_number)};
}

Status check_regular_file(const std::string &path, const struct stat &status) {
  if (S_ISDIR(status.st_mode)) return Error{ErrorCode::corrupt, path + " is a directory"};
  if (!S_ISREG(status.st_mode)) return Error{ErrorCode::corrupt, path + " is not a regular file"};
  if (status.st_size == 0) return Error{ErrorCode::corrupt, path + " is an empty file"};
  return {};
}

Result<RegularFile> open_regular_file(const std::string &path) {
  // The type of the file is checked before it is opened, because opening a device can have effects.
  struct stat before {};
  if (::stat(path.c_str(), &before) != 0) return file_error(path, errno);
  MPIDBG_TRY(check_regular_file(path, before));
  RegularFile file{FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)), {}};
  if (!file.descriptor || ::fstat(file.descriptor.get(), &file.status) != 0) return file_error(path, errno);
  MPIDBG_TRY(check_regular_file(path, file.status));
  return file;
}

Result<std::string> read_regular_file(const std::string &path, std::size_t most_bytes) {
  MPIDBG_ASSIGN(file, open_regular_file(path));
  const auto size = static_cast<std::uint64_t>(file.status.st_size);
  if (size > most_bytes) {
    return Error{ErrorCode::out_of_range, path + " has " + std::to_string(size) +
                                              " bytes, which exceeds the limit of " + std::to_string(most_bytes)};
  }
  std::string content(size, '\0');
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t got = ::read(file.descriptor.get(), content.data() + done, content.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error(path, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  content.resize(done);
  return content;
}

}  // namespace mpidbg
