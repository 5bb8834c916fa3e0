#pragma once
// Captures everything that this process writes to stdout and stderr, from construction to finish().
//
// It redirects the file descriptors 1 and 2, because plugins may use their own stdio. It is therefore only for programs
// that own these descriptors.

#include <string>

namespace mqs_shim {

// Captures the output as long as this object exists, or until finish().
class OutputCapture {
 public:
  // Begins to capture. Changes nothing if `enabled` is false or if the system refuses.
  explicit OutputCapture(bool enabled);
  ~OutputCapture() { finish(); }
  OutputCapture(const OutputCapture &) = delete;
  OutputCapture &operator=(const OutputCapture &) = delete;

  // Restores the file descriptors and returns the first 64 KiB of the captured output. Returns an empty text if it is
  // called again.
  std::string finish();

 private:
  int capture_ = -1;
  int saved_[2] = {-1, -1};
};

}  // namespace mqs_shim
