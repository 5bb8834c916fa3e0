#include "corefile/command/words/messages.h"

#include <unistd.h>

#include <cstdio>

#include "mqs_shim/render/escape.h"

namespace command {

void Messages::error(const std::string &text) {
  clear_progress();
  std::fprintf(stderr, "mpidbg: %s\n", mqs_shim::printable(text).c_str());
}

void Messages::warning(const std::string &text) {
  if (quiet_) return;
  clear_progress();
  std::fprintf(stderr, "mpidbg: warning: %s\n", mqs_shim::printable(text).c_str());
}

void Messages::note(const std::string &text) {
  if (quiet_) return;
  clear_progress();
  std::fprintf(stderr, "mpidbg: %s\n", mqs_shim::printable(text).c_str());
}

void Messages::progress(const std::string &what, std::size_t done, std::size_t all) {
  if (quiet_ || Clock::now() < next_progress_) return;
  next_progress_ = Clock::now() + std::chrono::milliseconds(200);
  if (isatty(STDERR_FILENO) != 1) return;
  std::fprintf(stderr, "\r\x1b[K%zu of %zu: %s", done, all, mqs_shim::printable(what).c_str());
  progress_shown_ = true;
}

void Messages::clear_progress() {
  if (progress_shown_) std::fputs("\r\x1b[K", stderr);
  progress_shown_ = false;
}

}  // namespace command
