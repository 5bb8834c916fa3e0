#pragma once
// Where rendered text goes, piece by piece: a buffer of a bounded size in front of a file or a string.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace mqs_shim {

class Sink {
 public:
  // Takes all of the piece, or returns false: nothing is offered after that.
  using Write = std::function<bool(std::string_view piece)>;

  explicit Sink(Write write);
  Sink(const Sink &) = delete;
  Sink &operator=(const Sink &) = delete;
  ~Sink();

  void append(std::string_view text) { append_all(text); }
  void append(char character) { append_all(std::string_view(&character, 1)); }
  // Pieces of one text.
  template <class... Texts>
  void append_all(Texts... texts) {
    const std::size_t size = (texts.size() + ...);
    if (wanted_column_ != 0 || size > capacity_ - size_) return (append_slowly(texts), ...);
    (put(texts), ...);
  }
  void append_number(std::int64_t value);
  void append_hex(std::uint64_t value);  // 0x7ffe52060140

  // The next text in this line starts at this column or further right. No blanks if nothing follows.
  void pad_to(std::size_t column) { wanted_column_ = std::max(wanted_column_, column); }
  // The same, relative to what is already there.
  void gap(std::size_t blanks) { pad_to(column() + blanks); }
  std::size_t column() const { return size_ - line_start_ - invisible_; }
  // Where the next text starts.
  std::size_t next_column() const { return std::max(column(), wanted_column_); }
  // Escape sequences, which take no column.
  void append_invisible(std::string_view sequence);
  void end_line();

  // Whether everything so far could be written.
  bool flush();
  bool failed() const { return failed_; }

 private:
  // Where there is room.
  void put(std::string_view text) {
    std::copy_n(text.data(), text.size(), buffer_.get() + size_);
    size_ += text.size();
  }
  void append_slowly(std::string_view text);
  void fill_gap();
  void make_room(std::size_t size);

  Write write_;
  std::unique_ptr<char[]> buffer_;
  std::size_t size_ = 0, capacity_ = 0;
  std::size_t line_start_ = 0;
  std::size_t invisible_ = 0;
  std::size_t wanted_column_ = 0;
  bool failed_ = false;
};

// The file stays the caller's.
Sink::Write write_to_file(std::FILE *file);
Sink::Write write_to_string(std::string &text);

}  // namespace mqs_shim
