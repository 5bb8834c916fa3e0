#include "corefile/command/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "corefile/command/messages.h"

namespace command {

Output::Output(const std::string &path) : path_(path) {
  if (path_.empty()) {
    fd_ = STDOUT_FILENO;
    return;
  }
  fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd_ < 0) error_ = errno;
}

Output::~Output() {
  if (fd_ >= 0 && fd_ != STDOUT_FILENO) ::close(fd_);
}

bool Output::write_all(std::string_view piece) {
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

bool Output::close(Messages &messages) {
  // A full disk or a lost file server may be reported only here.
  if (fd_ >= 0 && ::close(fd_) != 0 && error_ == 0) error_ = errno;
  fd_ = -1;
  if (error_ == 0) return true;
  if (error_ != EPIPE)
    messages.error("cannot write " + (path_.empty() ? std::string("the answer") : path_) + ": " +
                   std::strerror(error_));
  return false;
}

}  // namespace command
