#include "mqs_shim/render/sink.h"

#include <charconv>
#include <utility>

#include "mpidbg/base/hexadecimal.h"

namespace mqs_shim {

namespace {
constexpr std::size_t flush_above = std::size_t{64} << 10;
// Beyond it a line is written in pieces, and its columns count anew.
constexpr std::size_t longest_line = std::size_t{256} << 10;
}  // namespace

Sink::Sink(Write write) : write_(std::move(write)) {}

Sink::~Sink() {
  flush();
}

void Sink::fill_gap() {
  if (const std::size_t at = column(); at < wanted_column_) buffer_.append(wanted_column_ - at, ' ');
  wanted_column_ = 0;
}

void Sink::append(std::string_view text) {
  if (text.empty()) return;
  if (wanted_column_ != 0) fill_gap();
  if (buffer_.size() > longest_line) flush();
  buffer_.append(text);
}

void Sink::append(char character) {
  append(std::string_view(&character, 1));
}

void Sink::append_number(std::int64_t value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  append(std::string_view(digits, static_cast<std::size_t>(end - digits)));
}

void Sink::append_hex(std::uint64_t value) {
  append(mpidbg::hex(value));
}

void Sink::append_invisible(std::string_view sequence) {
  if (wanted_column_ != 0) fill_gap();
  buffer_.append(sequence);
  invisible_ += sequence.size();
}

void Sink::end_line() {
  buffer_.push_back('\n');
  line_start_ = buffer_.size();
  invisible_ = 0;
  wanted_column_ = 0;
  if (buffer_.size() > flush_above) flush();
}

bool Sink::flush() {
  if (!failed_ && !buffer_.empty()) failed_ = !write_(buffer_);
  // In the middle of a line, the columns count from here.
  buffer_.clear();
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
