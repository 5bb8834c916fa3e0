#pragma once
// Stores the texts of one block in one buffer, so that a row that is worded 100,000 times allocates memory only the
// first time.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mqs_shim {

// Says how alarming a text is. The severity of a cell concerns that cell, and the severity of a block its complete
// line.
enum class Severity : std::uint8_t {
  none,
  notable,  // the line to look at first: it differs from its neighbours, or matches nothing
  warning,  // limits the answer ("cannot see: ..."), or points to a likely mistake of the program ("not committed")
  error     // the process gives no answer, or ranks contradict each other
};

// Marks a piece of a cell that may differ between ranks that are merged (merged_output.h). Names are never marked:
// ranks whose names differ are shown separately.
struct Mark {
  enum class Kind : std::uint8_t {
    rank,    // a world rank, which may be shown as the distance from the own rank
    number,  // if there are few different values, ranks are shown separately; otherwise the range of values is shown
    text,    // like `number`, but `otherwise` is shown if there are many values
    own,     // differs on each rank by its nature, so that it never separates ranks; `otherwise` is
             // shown
    listed   // like `own`, but a number; few values are listed in the order of the ranks
  };
  std::size_t begin = 0, end = 0;  // positions in the cell's text
  std::size_t cell = 0;
  Kind kind = Kind::own;
  std::string otherwise{};  // text that is shown for ranks with different values
};

// Holds the cells of a block. clear() keeps the memory.
class Cells {
 public:
  // Begins a cell, and returns the buffer to which its text is appended until the next cell begins.
  std::string &begin(Severity severity = Severity::none) {
    cells_.push_back({buffer_.size(), severity});
    return buffer_;
  }
  void add(std::string_view text, Severity severity = Severity::none) { begin(severity).append(text); }
  // Appends to the last cell, or adds a cell if there is none.
  void append_to_last(std::string_view text) { cells_.empty() ? add(text) : void(buffer_.append(text)); }
  // Appends a marked piece to the last cell.
  void append_marked(std::string_view text, Mark::Kind kind, std::string_view otherwise = {}) {
    const std::size_t begin = buffer_.size() - cells_.back().begin;
    buffer_.append(text);
    marks_.push_back({begin, begin + text.size(), cells_.size() - 1, kind, std::string(otherwise)});
  }
  // Appends a text to the last cell, and marks the numbers in it. The text must not contain names.
  void append_with_numbers(std::string_view text) {
    constexpr std::string_view digits = "0123456789";
    while (!text.empty()) {
      const std::size_t begin = std::min(text.find_first_of(digits), text.size());
      const std::size_t sign = begin != 0 && begin != text.size() && text[begin - 1] == '-' ? 1 : 0;
      append_to_last(text.substr(0, begin - sign));
      const std::size_t end = std::min(text.find_first_not_of(digits, begin), text.size());
      if (end > begin) append_marked(text.substr(begin - sign, end - begin + sign), Mark::Kind::number);
      text.remove_prefix(end);
    }
  }
  void append(const Cells &other) {
    for (std::size_t i = 0; i < other.size(); ++i) add(other.text(i), other.severity(i));
    for (Mark mark : other.marks_) {
      mark.cell += cells_.size() - other.size();
      marks_.push_back(std::move(mark));
    }
  }
  void clear() {
    buffer_.clear();
    cells_.clear();
    marks_.clear();
  }

  bool empty() const { return cells_.empty(); }
  std::size_t size() const { return cells_.size(); }
  std::string_view text(std::size_t index) const {
    const std::size_t begin = cells_[index].begin;
    const std::size_t end = index + 1 < cells_.size() ? cells_[index + 1].begin : buffer_.size();
    return std::string_view(buffer_).substr(begin, end - begin);
  }
  Severity severity(std::size_t index) const { return cells_[index].severity; }
  // Returns the marks in the order of the text.
  const std::vector<Mark> &marks() const { return marks_; }

 private:
  struct Cell {
    std::size_t begin;
    Severity severity;
  };
  std::string buffer_;
  std::vector<Cell> cells_;
  std::vector<Mark> marks_;
};

}  // namespace mqs_shim
