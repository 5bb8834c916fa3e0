#pragma once
// Receives rendered text piece by piece, and buffers it in front of a file or a string. The size of the buffer is
// limited.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace mqs_shim {

// Buffers text and keeps track of columns. Writes the rest of the buffer when it is destroyed.
class Sink {
 public:
  // A function that writes a piece of text completely and returns true. After a failure it returns false, and is not
  // called again.
  using Write = std::function<bool(std::string_view piece)>;

  explicit Sink(Write write);
  Sink(const Sink &) = delete;
  Sink &operator=(const Sink &) = delete;
  ~Sink();

  void append(std::string_view text) { append_all(text); }
  void append(char character) { append_all(std::string_view(&character, 1)); }
  // Appends several pieces of text at once.
  template <class... Texts>
  void append_all(Texts... texts) {
    const std::size_t size = (texts.size() + ...);
    if (wanted_column_ != 0 || size > capacity_ - size_) return (append_slowly(texts), ...);
    (put(texts), ...);
  }
  void append_number(std::int64_t value);
  void append_hex(std::uint64_t value);  // for example 0x7ffe52060140

  // Makes the next text in this line start at this column or further right. Adds no blanks if nothing follows.
  void pad_to(std::size_t column) { wanted_column_ = std::max(wanted_column_, column); }
  // Makes the next text in this line start at least `blanks` columns after the current column.
  void gap(std::size_t blanks) { pad_to(column() + blanks); }
  std::size_t column() const { return size_ - line_start_ - invisible_; }
  // Returns the column at which the next text starts.
  std::size_t next_column() const { return std::max(column(), wanted_column_); }
  // Appends an escape sequence, which does not take a column.
  void append_invisible(std::string_view sequence);
  void end_line();

  // Writes the buffered text. Returns true if all text so far could be written.
  bool flush();
  bool failed() const { return failed_; }

 private:
  // Copies the text to the buffer, which must have enough room.
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

// Return functions that write to a file or append to a string. The caller continues to own the file.
Sink::Write write_to_file(std::FILE *file);
Sink::Write write_to_string(std::string &text);

}  // namespace mqs_shim
