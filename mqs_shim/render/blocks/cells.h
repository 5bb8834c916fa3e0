#pragma once
// The texts of one block, in one buffer: a row that is worded 100,000 times allocates nothing after the first.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mqs_shim {

// What a reader has to be alarmed about. Of a cell it is that cell's, of a block the whole line's.
enum class Severity : std::uint8_t {
  none,
  warning,  // limits the answer ("cannot see: ..."), or is a likely mistake of the program ("not committed")
  error     // there is no answer, or ranks contradict each other
};

class Cells {
 public:
  // Begins a cell. Its text is what is appended to the returned buffer until the next one begins.
  std::string &begin(Severity severity = Severity::none) {
    cells_.push_back({buffer_.size(), severity});
    return buffer_;
  }
  void add(std::string_view text, Severity severity = Severity::none) { begin(severity).append(text); }
  // More of the last cell; a cell of its own if there is none.
  void append_to_last(std::string_view text) { cells_.empty() ? add(text) : void(buffer_.append(text)); }
  void clear() {
    buffer_.clear();
    cells_.clear();
  }

  bool empty() const { return cells_.empty(); }
  std::size_t size() const { return cells_.size(); }
  std::string_view text(std::size_t index) const {
    const std::size_t begin = cells_[index].begin;
    const std::size_t end = index + 1 < cells_.size() ? cells_[index + 1].begin : buffer_.size();
    return std::string_view(buffer_).substr(begin, end - begin);
  }
  Severity severity(std::size_t index) const { return cells_[index].severity; }

 private:
  struct Cell {
    std::size_t begin;
    Severity severity;
  };
  std::string buffer_;
  std::vector<Cell> cells_;
};

}  // namespace mqs_shim
