#pragma once
// A file of a fuzz target: a good one with a few numbers changed, or the input's own bytes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fuzz {

// The content of the compressed file `path`.
std::vector<std::byte> unpacked(const std::string &path);

// A file in memory, opened by its path like any other.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::byte> content);
  ~MemoryFile();
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  const std::string &path() const { return path_; }
  void write(std::size_t at, std::span<const std::byte> bytes);
  void replace(std::span<const std::byte> content);

 private:
  int descriptor_ = -1;
  std::string path_;
};

class EditedFile {
 public:
  // `good`: the compressed file that is changed.
  explicit EditedFile(const std::string &good);

  // Input: 0 and the bytes of the file; else 8 bytes for each change: where (3, little-endian), how long the number is
  // (1), the number (4). Changes of the input before are undone: only what differs is written.
  void edit(std::span<const std::uint8_t> input);

  std::span<const std::byte> content() const { return content_; }
  // Of a file with that content; the same file each time, whatever readers may know of it.
  const std::string &path() const { return is_edited_ ? edited_.path() : own_.path(); }

 private:
  const std::vector<std::byte> good_;
  std::vector<std::byte> changed_;                            // the good one with the changes that `changes_` lists
  std::vector<std::pair<std::size_t, std::size_t>> changes_;  // where, how many bytes
  MemoryFile edited_, own_;
  std::span<const std::byte> content_;
  bool is_edited_ = true;
};

}  // namespace fuzz
