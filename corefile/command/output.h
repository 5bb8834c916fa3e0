#pragma once
// Where the answer goes: stdout or -o FILE.

#include <string>
#include <string_view>

#include "mqs_shim/render/sink.h"

namespace command {

class Messages;

class Output {
 public:
  // An empty path is stdout. Opened here, so that an unwritable place is reported before any work is done.
  explicit Output(const std::string &path);
  ~Output();
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;

  bool is_open() const { return fd_ >= 0; }
  mqs_shim::Sink::Write writer();
  void write(std::string_view text);

  // Whether all could be written; says why not, but for a reader of a pipe that went away.
  bool close(Messages &messages);

 private:
  bool write_all(std::string_view piece);

  std::string path_;
  int fd_ = -1;
  int error_ = 0;
};

}  // namespace command
