#include "mqs_shim/summary/frame.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "mpidbg/base/whole_number.h"

namespace mqs_shim::summaries {

namespace {

constexpr std::string_view magic = "MPIDBG-RECORD ";
constexpr std::size_t longest_line = 512;
constexpr std::size_t bytes_of_part = 318;  // 424 characters
constexpr std::size_t largest_record = std::size_t{256} << 20;
constexpr std::size_t most_held = std::size_t{512} << 20;  // of records that are not complete
constexpr std::size_t most_prefix = 1024;
constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::uint32_t, 256> crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value & 1) != 0 ? 0xedb88320U ^ (value >> 1) : value >> 1;
    table[i] = value;
  }
  return table;
}

std::uint32_t crc_of(std::string_view text, std::uint32_t crc = 0) {
  static constexpr auto table = crc_table();
  crc = ~crc;
  for (const char c : text) crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xff] ^ (crc >> 8);
  return ~crc;
}

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

void append_hex(std::string &text, std::uint64_t value, int width) {
  for (int shift = 4 * (width - 1); shift >= 0; shift -= 4) text += "0123456789abcdef"[(value >> shift) & 0xf];
}

void append_base64(std::string &text, std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? digits[(group >> (18 - 6 * k)) & 0x3f] : '=';
  }
}

constexpr std::array<std::int8_t, 256> values_of_digits() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < digits.size(); ++i)
    values[static_cast<unsigned char>(digits[i])] = static_cast<std::int8_t>(i);
  return values;
}

std::optional<std::string> from_base64(std::string_view text) {
  static constexpr auto values = values_of_digits();
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool last = i + 4 == text.size();
    const std::size_t padding = !last ? 0 : text[i + 2] == '=' ? 2 : text[i + 3] == '=' ? 1 : 0;
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::int8_t value = k >= 4 - padding ? std::int8_t{0} : values[static_cast<unsigned char>(text[i + k])];
      if (value < 0 || (k >= 4 - padding && text[i + k] != '=')) return std::nullopt;
      group = group << 6 | static_cast<std::uint32_t>(value);
    }
    for (std::size_t k = 0; k < 3 - padding; ++k) bytes += static_cast<char>(group >> (16 - 8 * k) & 0xff);
  }
  return bytes;
}

std::optional<std::uint64_t> from_hex(std::string_view text, std::size_t width) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (text.size() != width || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view next_word(std::string_view &text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

std::string counted(std::size_t number, const char *one, const char *many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

}  // namespace

std::string frame(std::string_view record) {
  const std::size_t parts = std::max<std::size_t>(1, (record.size() + bytes_of_part - 1) / bytes_of_part);
  const std::uint64_t hash = hash_of(record);
  std::string lines;
  for (std::size_t part = 0; part < parts; ++part) {
    std::string head = "1 ";
    append_hex(head, hash, 16);
    head += ' ' + std::to_string(record.size()) + ' ' + std::to_string(part) + ' ' + std::to_string(parts) + ' ';
    std::string data;
    append_base64(data, record.substr(part * bytes_of_part, bytes_of_part));
    lines.append(magic).append(head);
    append_hex(lines, crc_of(data, crc_of(head)), 8);
    lines.append(" ").append(data).append("\n");
  }
  return lines;
}

std::vector<std::string> FrameReader::feed(std::string_view bytes) {
  std::vector<std::string> complete;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end);
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    if (!skips_) rest_.append(piece.substr(0, longest_line + most_prefix + 1));
    if (rest_.size() > longest_line + most_prefix) {
      // Our lines may still stand at the end of what has no end itself, but no such writer is known.
      damaged_ += rest_.find(magic) != std::string::npos ? 1 : 0;
      rest_.clear();
      skips_ = true;
    }
    if (end == std::string_view::npos) continue;
    if (!skips_) take_line(rest_, complete);
    rest_.clear();
    skips_ = false;
  }
  return complete;
}

std::vector<std::string> FrameReader::finish() {
  return feed("\n");
}

void FrameReader::take_line(std::string_view line, std::vector<std::string> &complete) {
  const std::size_t begin = line.find(magic);
  if (begin == std::string_view::npos) return;
  found_any_ = true;
  std::string_view text = line.substr(begin + magic.size());
  const std::string_view version = next_word(text), id = next_word(text), size_text = next_word(text),
                         part_text = next_word(text), parts_text = next_word(text);
  const std::string_view head = line.substr(begin + magic.size(), line.size() - begin - magic.size() - text.size());
  const std::string_view sum = next_word(text);
  const std::string_view data =
      text.substr(0, std::min(text.find_first_not_of(std::string(digits) + "="), text.size()));
  const auto hash = from_hex(id, 16);
  const auto crc = from_hex(sum, 8);
  const auto size = mpidbg::whole_number<std::size_t>(size_text), part = mpidbg::whole_number<std::size_t>(part_text),
             parts = mpidbg::whole_number<std::size_t>(parts_text);
  if (version != "1" && mpidbg::whole_number<unsigned>(version)) {
    ++other_versions_;
    return;
  }
  const bool fits = version == "1" && hash && crc && size && part && parts && *size <= largest_record &&
                    *part < *parts && *parts == std::max<std::size_t>(1, (*size + bytes_of_part - 1) / bytes_of_part);
  if (!fits || crc_of(data, crc_of(head)) != *crc) {
    ++damaged_;
    return;
  }
  if (done_.contains(*hash)) return;
  auto bytes = from_base64(data);
  const std::size_t expected = std::min(bytes_of_part, *size - *part * bytes_of_part);
  if (!bytes || bytes->size() != expected) {
    ++damaged_;
    return;
  }
  if (held_ + expected > most_held) {
    ++refused_;
    return;
  }
  Partial &partial = partial_.try_emplace(*hash, Partial{*size, *parts, 0, {}}).first->second;
  if (partial.size != *size || partial.parts != *parts) {
    ++damaged_;
    return;
  }
  if (!partial.known.try_emplace(*part, std::move(*bytes)).second) return;
  partial.bytes += expected;
  held_ += expected;
  if (partial.known.size() < partial.parts) return;
  std::string record;
  record.reserve(partial.size);
  for (const auto &[number, piece] : partial.known) record += piece;
  held_ -= partial.bytes;
  partial_.erase(*hash);
  if (hash_of(record) != *hash) {
    ++damaged_;
    return;
  }
  done_.emplace(*hash, true);
  complete.push_back(std::move(record));
}

std::vector<std::string> FrameReader::problems() const {
  std::vector<std::string> problems;
  if (damaged_ != 0) problems.push_back(counted(damaged_, "line of a record is", "lines of records are") + " damaged");
  if (other_versions_ != 0)
    problems.push_back(counted(other_versions_, "line is", "lines are") + " of a record of another version of mpidbg");
  if (refused_ != 0) problems.push_back("lines of more unfinished records than 512 MiB were ignored");
  for (const auto &[hash, partial] : partial_) {
    problems.push_back("of a record only " + std::to_string(partial.known.size()) + " of " +
                       std::to_string(partial.parts) + " parts came");
  }
  return problems;
}

}  // namespace mqs_shim::summaries
