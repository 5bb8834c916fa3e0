#pragma once
// A file of a fuzz target: a good one with a few numbers changed, or the input's own bytes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fuzz {

// The file in memory whose content changes; it is opened by its path as any other.
class EditedFile {
 public:
  // `good`: the compressed file that is changed.
  explicit EditedFile(const std::string &good);
  ~EditedFile();
  EditedFile(const EditedFile &) = delete;
  EditedFile &operator=(const EditedFile &) = delete;

  // Input: 0 and the bytes of the file; else 8 bytes for each change: where (3, little-endian), how long the number is
  // (1), the number (4).
  const std::string &write(std::span<const std::uint8_t> input);

 private:
  std::vector<std::uint8_t> good_;
  int descriptor_ = -1;
  std::string path_;
};

}  // namespace fuzz
