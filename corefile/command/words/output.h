#pragma once
// Where the answer goes: stdout or -o FILE. A file is written beside its place and renamed when it is complete, so that
// a full disk, an interrupt or a failure leaves an older file of that name as it was. No core file, program or library
// is overwritten: it may be what is looked at. Nor is a target, whatever it is. Symbolic links are followed, and
// refused if they lead to no file.

#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/sink.h"

namespace command {

class Messages;

class Output {
 public:
  // An empty path is stdout. Opened here, so that an unwritable place is reported before any work is done.
  explicit Output(const std::string &path, const std::vector<std::string> &targets = {});
  ~Output();
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;

  bool is_open() const { return fd_ >= 0; }
  bool is_empty() const { return !any_; }
  mqs_shim::Sink::Write writer();
  void write(std::string_view text);

  // Whether all could be written; says why not, but for a reader of a pipe that went away.
  bool close(Messages &messages);
  // The same of what was written so far, with nothing closed.
  bool is_whole(Messages &messages) const;

 private:
  void open(const std::vector<std::string> &targets);
  void open_in_place(bool is_fifo);  // a terminal, a pipe, /dev/null; waits for no reader
  bool name_new_file();
  bool write_all(std::string_view piece);

  std::string path_;
  std::string place_;     // where the file comes to be; empty if it is written in place
  std::string new_file_;  // the file's name until then; empty while it has none
  int fd_ = -1;
  int error_ = 0;
  bool any_ = false;     // was written
  std::string problem_;  // why it is not open
};

// To stdout at once, where more may follow. False: it could not be written, and why is said.
bool print(std::string_view text, Messages &messages);

}  // namespace command
