#include "mqs_shim/render/escape.h"

#include <cstdint>

namespace mqs_shim {

namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;  // in bytes; 0: not valid UTF-8
};

// Decodes the first code point of a text that is not empty. Overlong forms, surrogates and values above U+10FFFF are
// not valid UTF-8.
CodePoint decode(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
  std::uint32_t value = lead & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < smallest[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return {};
  return {value, length};
}

bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || code == 0x200e || code == 0x200f ||
         code == 0x2028 || code == 0x2029 || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
         code == 0xfeff;
}

bool is_plain(char character) {
  return character >= 0x20 && character < 0x7f && character != '\\' && character != '"';
}

// Returns the longest part at the start of the text that contains only characters that need no escape.
std::string_view plain_prefix(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_plain(text[length])) ++length;
  return text.substr(0, length);
}

constexpr char hex_digits[] = "0123456789abcdef";

}  // namespace

void append_printable(std::string &out, std::string_view text) {
  for (;;) {
    const std::string_view plain = plain_prefix(text);
    out.append(plain);
    text.remove_prefix(plain.size());
    if (text.empty()) return;
    const CodePoint code = decode(text);
    const std::size_t length = code.length == 0 ? 1 : code.length;
    if (code.length == 0 || is_control(code.value)) {
      for (const char byte : text.substr(0, length)) {
        const auto bits = static_cast<std::uint8_t>(byte);
        out.append("\\x").push_back(hex_digits[bits >> 4]);
        out.push_back(hex_digits[bits & 15]);
      }
    } else {
      if (code.value == '\\') out.push_back('\\');
      out.append(text.substr(0, length));
    }
    text.remove_prefix(length);
  }
}

std::string printable(std::string_view text) {
  std::string out;
  append_printable(out, text);
  return out;
}

std::string in_quotes(std::string_view text) {
  std::string out(1, '"');
  for (const char c : printable(text)) {
    if (c == '"') out.push_back('\\');
    out.push_back(c);
  }
  return out + '"';
}

void append_json_string(std::string &out, std::string_view text) {
  out.push_back('"');
  for (;;) {
    const std::string_view plain = plain_prefix(text);
    out.append(plain);
    text.remove_prefix(plain.size());
    if (text.empty()) break;
    const CodePoint code = decode(text);
    if (code.length == 0) {
      out.append("\xef\xbf\xbd");
      text.remove_prefix(1);
      continue;
    }
    if (is_control(code.value)) {  // all control characters have at most four digits
      out.append("\\u");
      for (const unsigned shift : {12u, 8u, 4u, 0u}) out.push_back(hex_digits[code.value >> shift & 15]);
    } else {
      if (code.value == '\\' || code.value == '"') out.push_back('\\');
      out.append(text.substr(0, code.length));
    }
    text.remove_prefix(code.length);
  }
  out.push_back('"');
}

}  // namespace mqs_shim
