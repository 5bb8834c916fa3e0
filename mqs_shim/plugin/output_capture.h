#pragma once
// Takes what this process writes to stdout and stderr, from construction to finish().
//
// Works on the file descriptors 1 and 2, because plugins use stdio of their own; so it is for programs that own them.

#include <string>

namespace mqs_shim {

class OutputCapture {
 public:
  // Nothing is captured, and nothing changed, if `enabled` is false or the system refuses.
  explicit OutputCapture(bool enabled);
  ~OutputCapture() { finish(); }
  OutputCapture(const OutputCapture &) = delete;
  OutputCapture &operator=(const OutputCapture &) = delete;

  // Puts the descriptors back; what was written, the first 64 KiB of it. Empty the second time.
  std::string finish();

 private:
  int capture_ = -1;
  int saved_[2] = {-1, -1};
};

}  // namespace mqs_shim
