#include "mqs_shim/plugin/output_capture.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>

namespace mqs_shim {

OutputCapture::OutputCapture(bool enabled) {
  if (!enabled) return;
  capture_ = memfd_create("plugin output", MFD_CLOEXEC);
  if (capture_ < 0) return;
  std::fflush(stdout);
  std::fflush(stderr);
  for (int i = 0; i < 2; ++i) {
    saved_[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 3);
    if (saved_[i] >= 0) dup2(capture_, i + 1);
  }
}

std::string OutputCapture::finish() {
  if (capture_ < 0) return {};
  std::fflush(stdout);
  std::fflush(stderr);
  for (int i = 0; i < 2; ++i) {
    if (saved_[i] < 0) continue;
    dup2(saved_[i], i + 1);
    close(saved_[i]);
    saved_[i] = -1;
  }
  std::string text(std::size_t{1} << 16, '\0');
  const ssize_t got = pread(capture_, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  close(capture_);
  capture_ = -1;
  return text;
}

}  // namespace mqs_shim
