#include "corefile/command/words/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>

#include "corefile/command/words/messages.h"
#include "corefile/elf/file_identity.h"
#include "mpidbg/base/elf_identity.h"
#include "mpidbg/base/hexadecimal.h"

namespace command {

namespace {

// Returns the path with its symbolic links resolved, or the path itself if it does not exist yet.
std::string place_of(const std::string &path) {
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
  return real ? real.get() : path;
}

std::string directory_of(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Returns true if the path is a symbolic link. Does not change errno.
bool is_link(const std::string &path) {
  const int before = errno;
  struct stat status {};
  const bool is_one = ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
  errno = before;
  return is_one;
}

std::string unused_name_beside(const std::string &path) {
  std::random_device random;
  return path + "." + mpidbg::hex(random()) + ".new";
}

}  // namespace

Output::Output(const std::string &path, const std::vector<std::string> &targets) : path_(path) {
  if (path_.empty()) {
    fd_ = STDOUT_FILENO;
    return;
  }
  open(targets);
  if (fd_ < 0 && problem_.empty()) problem_ = std::strerror(errno);
}

void Output::open(const std::vector<std::string> &targets) {
  struct stat status {};
  const bool is_there = ::stat(path_.c_str(), &status) == 0;
  if (!is_there && is_link(path_)) {
    if (errno == ENOENT) problem_ = "it is a symbolic link that leads to no file";
    return;
  }
  if (is_there && !S_ISREG(status.st_mode)) return open_in_place(S_ISFIFO(status.st_mode));
  if (is_there && mpidbg::elf_identity_of_file(path_)) {
    problem_ = "it is a core file, program or library, which is not overwritten";
    return;
  }
  const auto is_this_file = [&](const std::string &target) {
    return corefile::identity_of_file(target) == corefile::FileIdentity(status.st_dev, status.st_ino);
  };
  if (is_there && std::any_of(targets.begin(), targets.end(), is_this_file)) {
    problem_ = "it is one of the targets, which are not overwritten";
    return;
  }
  if (is_there && ::access(path_.c_str(), W_OK) != 0) return;
  place_ = place_of(path_);
  const mode_t mode = is_there ? status.st_mode & 0777 : 0666;
  fd_ = ::open(directory_of(place_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (fd_ < 0) {  // the file system does not support O_TMPFILE
    new_file_ = unused_name_beside(place_);
    fd_ = ::open(new_file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd_ < 0) new_file_.clear();
  }
  if (fd_ >= 0 && is_there) ::fchmod(fd_, mode);
  if (fd_ >= 0 || !is_there || errno != EACCES) return;
  place_.clear();  // we may not write to the directory, but to the file
  fd_ = ::open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
}

void Output::open_in_place(bool is_fifo) {
  fd_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd_ >= 0) {
    ::fcntl(fd_, F_SETFL, ::fcntl(fd_, F_GETFL) & ~O_NONBLOCK);
  } else if (is_fifo && errno == ENXIO) {
    problem_ = "it is a FIFO that no process reads";
  }
}

Output::~Output() {
  if (fd_ >= 0 && fd_ != STDOUT_FILENO) ::close(fd_);
  if (!new_file_.empty()) ::unlink(new_file_.c_str());
}

bool Output::write_all(std::string_view piece) {
  any_ = any_ || !piece.empty();
  while (error_ == 0 && !piece.empty()) {
    const ssize_t written = ::write(fd_, piece.data(), piece.size());
    if (written >= 0) {
      piece.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  return error_ == 0;
}

mqs_shim::Sink::Write Output::writer() {
  return [this](std::string_view piece) { return write_all(piece); };
}

void Output::write(std::string_view text) {
  write_all(text);
}

bool Output::name_new_file() {
  if (place_.empty() || !new_file_.empty()) return true;
  const std::string name = unused_name_beside(place_);
  const std::string file = "/proc/self/fd/" + std::to_string(fd_);
  if (::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) return false;
  new_file_ = name;
  return true;
}

bool Output::close(Messages &messages) {
  if (fd_ >= 0 && error_ == 0 && !name_new_file()) error_ = errno;
  // A full disk or a lost file server may be reported only by close().
  if (fd_ >= 0 && ::close(fd_) != 0 && error_ == 0) error_ = errno;
  fd_ = -1;
  if (error_ == 0 && problem_.empty() && !new_file_.empty()) {
    if (::rename(new_file_.c_str(), place_.c_str()) != 0)
      error_ = errno;
    else
      new_file_.clear();
  }
  return is_whole(messages);
}

bool Output::is_whole(Messages &messages) const {
  if (error_ == 0 && problem_.empty()) return true;
  if (error_ != EPIPE)
    messages.error("cannot write " + (path_.empty() ? std::string("the answer") : path_) + ": " +
                   (problem_.empty() ? std::strerror(error_) : problem_));
  return false;
}

bool print(std::string_view text, Messages &messages) {
  Output output("");
  output.write(text);
  return output.is_whole(messages);
}

}  // namespace command
