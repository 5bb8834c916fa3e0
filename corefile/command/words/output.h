#pragma once
// Writes the answer to stdout or to the file of -o. A file is written under a temporary name, and renamed when it is
// complete. An older file of that name is therefore unchanged after a full disk, an interrupt or a failure. Core files,
// programs and libraries are never overwritten, because they may be under inspection. Targets are never overwritten
// either, whatever kind of file they are. Symbolic links are followed, and refused if they do not lead to a file.

#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/render/sink.h"

namespace command {

class Messages;

// Owns the file to which an answer is written.
class Output {
 public:
  // An empty path means stdout. Opens the file at once, so that an unwritable place is reported before any work is
  // done.
  explicit Output(const std::string &path, const std::vector<std::string> &targets = {});
  ~Output();
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;

  bool is_open() const { return fd_ >= 0; }
  bool is_empty() const { return !any_; }
  mqs_shim::Sink::Write writer();
  void write(std::string_view text);

  // Completes the file. Returns true if everything was written; otherwise writes an error, except if the reader of a
  // pipe has closed it.
  bool close(Messages &messages);
  // Returns true if everything was written so far, and reports errors like close(), but closes nothing.
  bool is_whole(Messages &messages) const;

 private:
  void open(const std::vector<std::string> &targets);
  void open_in_place(bool is_fifo);  // for a terminal, a pipe or /dev/null; does not wait for a reader
  bool name_new_file();
  bool write_all(std::string_view piece);

  std::string path_;
  std::string place_;     // final place of the file; empty if it is written in place
  std::string new_file_;  // temporary name of the file; empty while it has none
  int fd_ = -1;
  int error_ = 0;
  bool any_ = false;     // something was written
  std::string problem_;  // reason why the file is not open
};

// Writes to stdout immediately; more text may follow. Returns false, after writing an error, if that is impossible.
bool print(std::string_view text, Messages &messages);

}  // namespace command
