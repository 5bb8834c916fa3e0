#include "corefile/launch/lines.h"

#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"

namespace corefile {

namespace {

using mpidbg::whole_number;

constexpr std::string_view version = "2";
constexpr std::size_t data_size = 444;                 // characters of base64 in a line
constexpr std::size_t piece_size = data_size / 4 * 3;  // bytes in a line
constexpr std::size_t check_size = 8 + 1;              // CHECK with the blank before it
constexpr std::size_t text_size = line_size - 1;       // without the end of the line
constexpr std::size_t most_noise = 4096;               // limit for kept text that is in no message
constexpr std::uint32_t most_pieces = 1u << 20;        // limit per message
constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint32_t crc_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size()));
}

std::string to_base64(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t j = 0; j < 3; ++j) word = word << 8 | (j < left ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    // Groups of 1, 2 or 3 bytes become 2, 3 or 4 characters, so that the number of characters determines the number of
    // bytes and no '=' is needed.
    for (std::size_t j = 0; j <= left; ++j) text += digits[word >> (18 - 6 * j) & 63];
  }
  return text;
}

// Decodes base64 without '=' at the end; returns nullopt for any other text.
std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const std::size_t left = std::min<std::size_t>(4, text.size() - i);
    std::uint32_t word = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t value = j < left ? digits.find(text[i + j]) : 0;
      if (value == std::string_view::npos) return std::nullopt;
      word = word << 6 | static_cast<std::uint32_t>(value);
    }
    for (std::size_t j = 0; j + 1 < left; ++j) bytes += static_cast<char>(word >> (16 - 8 * j) & 0xff);
  }
  return bytes;
}

std::string encode_piece(std::uint64_t stream, std::uint32_t number, std::uint32_t piece, std::uint32_t pieces,
                         MessageKind kind, std::string_view data) {
  char numbers[line_size];
  std::snprintf(numbers, sizeof numbers, " %016llx %08x %06x/%06x %c ", static_cast<unsigned long long>(stream), number,
                piece, pieces, static_cast<char>(kind));
  std::string line(line_mark);
  line.append(version).append(numbers);
  line += to_base64(data);
  line.append(text_size - check_size - line.size(), '.');
  line += ' ';
  char check[16];
  std::snprintf(check, sizeof check, "%08x", crc_of(line));
  return line + check + "\n";
}

struct Line {
  LineReader::Message message;  // its data is only that of the piece
  std::uint32_t piece = 0, pieces = 0;
};

// Decodes one line without its line end; returns nullopt if it is damaged. `text` begins with line_mark.
std::optional<Line> decode(std::string_view text) {
  if (text.size() != text_size) return std::nullopt;
  const auto check = whole_number<std::uint32_t>(text.substr(text_size - 8), 16);
  text.remove_suffix(8);
  if (!check || *check != crc_of(text)) return std::nullopt;
  const std::vector<std::string_view> words = mpidbg::split(text, ' ');
  if (words.size() != 7 || words[1] != version || words[5].size() != 1) return std::nullopt;
  const auto stream = whole_number<std::uint64_t>(words[2], 16);
  const auto number = whole_number<std::uint32_t>(words[3], 16);
  const auto piece = whole_number<std::uint32_t>(words[4].substr(0, words[4].find('/')), 16);
  const auto pieces = whole_number<std::uint32_t>(words[4].substr(words[4].find('/') + 1), 16);
  auto data = from_base64(words[6].substr(0, words[6].find('.')));
  if (!stream || !number || !piece || !pieces || !data || *piece >= *pieces || *pieces > most_pieces)
    return std::nullopt;
  return Line{{*stream, *number, static_cast<MessageKind>(words[5].front()), std::move(*data)}, *piece, *pieces};
}

// Returns true if the line has another version of the format. `text` begins with line_mark.
bool is_of_another_version(std::string_view text) {
  text.remove_prefix(line_mark.size());
  const std::string_view word = text.substr(0, text.find(' '));
  return word != version && whole_number<unsigned>(word);
}

std::string counted(std::size_t number, const char *one, const char *many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

}  // namespace

std::string encode_message(std::uint64_t stream, std::uint32_t number, MessageKind kind, std::string_view data) {
  const std::size_t pieces = data.empty() ? 1 : (data.size() + piece_size - 1) / piece_size;
  std::string lines;
  lines.reserve(pieces * line_size);
  for (std::size_t i = 0; i < pieces; ++i)
    lines += encode_piece(stream, number, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(pieces), kind,
                          data.substr(i * piece_size, piece_size));
  return lines;
}

std::string encode_record(std::string_view record) {
  return encode_message(std::uint64_t{record.size()} << 32 | crc_of(record), 0, MessageKind::record, record);
}

void LineReader::add(std::string_view bytes) {
  rest_ += bytes;
  // A line begins with line_mark and has a fixed size. Line ends are ignored, because mpirun passes them on separately,
  // possibly after other lines.
  std::string_view left = rest_;
  for (std::size_t begin;
       (begin = left.find(line_mark)) != std::string_view::npos && left.size() - begin >= text_size;) {
    note_noise(left.substr(0, begin));
    left.remove_prefix(begin);
    left.remove_prefix(add_line(left.substr(0, text_size)) ? text_size : line_mark.size());
  }
  const std::size_t begin = std::min(left.find(line_mark), left.size());
  note_noise(left.substr(0, begin));
  // The text that is left is kept, because line_mark may begin at its end. If the text is too long, only its last bytes
  // are kept.
  if (begin < left.size() || begin <= most_noise) {
    rest_.erase(0, rest_.size() - left.size());
  } else {
    rest_.erase(0, rest_.size() - line_mark.size());
  }
}

void LineReader::finish() {
  std::string_view left = rest_;
  for (std::size_t begin; (begin = left.find(line_mark)) != std::string_view::npos;) {
    left.remove_prefix(begin);
    add_line(left);
    left.remove_prefix(line_mark.size());
  }
  rest_.clear();
}

bool LineReader::add_line(std::string_view line) {
  found_any_ = true;
  if (is_of_another_version(line)) {
    ++of_other_versions_;
    return false;
  }
  auto found = decode(line);
  if (!found) {
    ++damaged_;
    return false;
  }
  Message &message = found->message;
  const Key key(message.stream, message.number);
  if (complete_.contains(key)) return true;
  if (found->pieces == 1) {
    complete_.insert(key);
    take_(std::move(message));
    return true;
  }
  if (bytes_ + message.data.size() > most_bytes_) {
    ++refused_;
    return true;
  }
  Pieces &pieces = incomplete_.try_emplace(key, Pieces{{}, found->pieces, 0}).first->second;
  if (pieces.expected != found->pieces) {
    ++damaged_;
    return true;
  }
  const std::size_t size = message.data.size();
  if (pieces.data.emplace(found->piece, std::move(message.data)).second) {
    pieces.bytes += size;
    bytes_ += size;
  }
  if (pieces.data.size() < pieces.expected) return true;
  message.data.clear();
  for (const auto &[number, data] : pieces.data) message.data += data;
  bytes_ -= pieces.bytes;
  incomplete_.erase(key);
  complete_.insert(key);
  take_(std::move(message));
  return true;
}

std::vector<std::string> LineReader::problems() const {
  std::vector<std::string> problems;
  if (damaged_ != 0) problems.push_back(counted(damaged_, "line of a record is", "lines of records are") + " damaged");
  if (of_other_versions_ != 0) {
    problems.push_back(counted(of_other_versions_, "line is", "lines are") +
                       " of a record of another version of mpidbg");
  }
  if (refused_ != 0) {
    problems.push_back("lines of more unfinished records than " + std::to_string(most_bytes_ >> 20) +
                       " MiB were ignored");
  }
  for (const auto &[key, pieces] : incomplete_) {
    problems.push_back("of a record only " + std::to_string(pieces.data.size()) + " of " +
                       std::to_string(pieces.expected) + " parts came");
  }
  return problems;
}

void LineReader::note_noise(std::string_view text) {
  for (std::string_view line : mpidbg::split(text, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") != std::string_view::npos) last_noise_ = line.substr(0, most_noise);
  }
}

}  // namespace corefile
