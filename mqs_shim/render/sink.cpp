#include "mqs_shim/render/sink.h"

#include <charconv>
#include <utility>

namespace mqs_shim {

namespace {
constexpr std::size_t flush_above = std::size_t{64} << 10;
// A line that is longer than this is written in pieces, and the columns of each piece are counted from 0.
constexpr std::size_t longest_line = std::size_t{256} << 10;
constexpr std::size_t smallest_buffer = std::size_t{72} << 10;
}  // namespace

Sink::Sink(Write write) : write_(std::move(write)) {}

Sink::~Sink() {
  flush();
}

void Sink::make_room(std::size_t size) {
  if (size <= capacity_ - size_) return;
  const std::size_t capacity = std::max({size_ + size, 2 * capacity_, smallest_buffer});
  auto larger = std::make_unique_for_overwrite<char[]>(capacity);
  std::copy_n(buffer_.get(), size_, larger.get());
  buffer_ = std::move(larger);
  capacity_ = capacity;
}

void Sink::fill_gap() {
  if (const std::size_t at = column(); at < wanted_column_) {
    const std::size_t blanks = wanted_column_ - at;
    make_room(blanks);
    std::fill_n(buffer_.get() + size_, blanks, ' ');
    size_ += blanks;
  }
  wanted_column_ = 0;
}

void Sink::append_slowly(std::string_view text) {
  if (text.empty()) return;
  if (wanted_column_ != 0) fill_gap();
  if (size_ > longest_line) flush();
  make_room(text.size());
  put(text);
}

void Sink::append_number(std::int64_t value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  append(std::string_view(digits, static_cast<std::size_t>(end - digits)));
}

void Sink::append_hex(std::uint64_t value) {
  char text[18] = {'0', 'x'};  // and at most 16 digits
  const auto end = std::to_chars(text + 2, text + sizeof text, value, 16).ptr;
  append(std::string_view(text, static_cast<std::size_t>(end - text)));
}

void Sink::append_invisible(std::string_view sequence) {
  if (wanted_column_ != 0) fill_gap();
  make_room(sequence.size());
  put(sequence);
  invisible_ += sequence.size();
}

void Sink::end_line() {
  make_room(1);
  put("\n");
  line_start_ = size_;
  invisible_ = 0;
  wanted_column_ = 0;
  if (size_ > flush_above) flush();
}

bool Sink::flush() {
  if (!failed_ && size_ != 0) failed_ = !write_({buffer_.get(), size_});
  // If the buffer was written in the middle of a line, the next columns are counted from this position.
  size_ = 0;
  line_start_ = 0;
  invisible_ = 0;
  return !failed_;
}

Sink::Write write_to_file(std::FILE *file) {
  return [file](std::string_view piece) { return std::fwrite(piece.data(), 1, piece.size(), file) == piece.size(); };
}

Sink::Write write_to_string(std::string &text) {
  return [&text](std::string_view piece) {
    text.append(piece);
    return true;
  };
}

}  // namespace mqs_shim
