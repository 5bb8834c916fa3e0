#include "mqs_shim/render/escape.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>

using namespace mqs_shim;

namespace {
std::string json(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}
}  // namespace

TEST_CASE("texts for a terminal") {
  CHECK(printable("my dup") == "my dup");
  CHECK(printable("\x1b[31m") == "\\x1b[31m");
  CHECK(printable("a\nb\tc") == "a\\x0ab\\x09c");
  CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
  CHECK(printable("back\\slash") == "back\\\\slash");
  CHECK(printable("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80") == "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
}

TEST_CASE("what is no UTF-8, or moves text about") {
  CHECK(printable("\xff\xfe") == "\\xff\\xfe");
  CHECK(printable("\xc3") == "\\xc3");                             // cut short
  CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");                    // overlong
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // surrogate
  CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // past U+10FFFF
  CHECK(printable("\xc2\x9b"
                  "2J") ==
        "\\xc2\\x9b"
        "2J");  // C1: a control sequence too
  CHECK(printable("\xe2\x80\xae"
                  "txt") ==
        "\\xe2\\x80\\xae"
        "txt");                                  // right-to-left override
  CHECK(printable("\xd8\x9c") == "\\xd8\\x9c");  // Arabic letter mark
  CHECK(printable("say \"yes\"") == "say \"yes\"");
}

namespace {

// RFC 3629's table of UTF-8: what the bytes of each length are made of.
std::string encoded(std::uint32_t code) {
  const auto last = [&](unsigned shift) { return static_cast<char>(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xc0 | code >> 6), last(0)};
  if (code < 0x10000) return {static_cast<char>(0xe0 | code >> 12), last(6), last(0)};
  return {static_cast<char>(0xf0 | code >> 18), last(12), last(6), last(0)};
}

std::string in_hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    char piece[8];
    std::snprintf(piece, sizeof piece, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    text += piece;
  }
  return text;
}

}  // namespace

TEST_CASE("which code points are not written as they are: all of them") {
  // Unicode's controls (Cc), marks of direction (Bidi_Control), separators of lines and paragraphs, and the byte order
  // mark.
  const auto is_escaped = [](std::uint32_t code) {
    return code <= 0x1f || (0x7f <= code && code <= 0x9f) || code == 0x61c || code == 0x200e || code == 0x200f ||
           (0x2028 <= code && code <= 0x202e) || (0x2066 <= code && code <= 0x2069) || code == 0xfeff;
  };
  std::size_t wrong = 0;
  for (std::uint32_t code = 0; code <= 0x10ffff; code += code < 0x11000 ? 1 : 251) {
    if (code == '\\' || (code >= 0xd800 && code <= 0xdfff)) continue;
    const std::string bytes = encoded(code);
    wrong += printable("a" + bytes + "b") != "a" + (is_escaped(code) ? in_hex(bytes) : bytes) + "b";
    char digits[8];
    std::snprintf(digits, sizeof digits, "\\u%04x", code & 0xffff);
    const std::string expected = is_escaped(code) ? digits : code == '"' ? "\\\"" : bytes;
    wrong += json("a" + bytes + "b") != "\"a" + expected + "b\"";
  }
  CHECK(wrong == 0);
}

TEST_CASE("bytes at the limits of UTF-8") {
  const auto is_read = [](std::string_view bytes) { return printable(bytes) == bytes; };
  for (const std::uint32_t code : {0xa0u, 0x7ffu, 0x800u, 0xd7ffu, 0xe000u, 0xffffu, 0x10000u, 0x10ffffu})
    CHECK(is_read(encoded(code)));
  for (const char *const bytes :
       {"\xc1\xbf", "\xc2", "\xc2\x7f", "\xc2\xc0", "\xe0\x9f\xbf", "\xe2\x82", "\xe2\x82\x7f", "\xe2\xc0\xac",
        "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf0\x9f\x98", "\xf0\x9f\x98\xc0", "\xf5\x80\x80\x80", "\x80", "\xbf"}) {
    CAPTURE(in_hex(bytes));
    CHECK(printable(bytes) == in_hex(bytes));
    CHECK(json(bytes).starts_with("\"\xef\xbf\xbd"));
  }
}

TEST_CASE("text in quotes, of which every other text has another form") {
  CHECK(in_quotes("results.dat") == R"("results.dat")");
  CHECK(in_quotes(R"(a"b)") == R"("a\"b")");
  CHECK(in_quotes(R"(a\"b)") == R"("a\\\"b")");
  CHECK(in_quotes("\x1b\"") == R"("\x1b\"")");
}

TEST_CASE("JSON strings") {
  CHECK(json("a\"b\\c") == R"("a\"b\\c")");
  CHECK(json("\x01\x1f") == R"("\u0001\u001f")");
  CHECK(json("\x7f\xc2\x9b"
             "2J") == R"("\u007f\u009b2J")");
  CHECK(json("\xe2\x80\xaetxt\xef\xbb\xbf") == R"("\u202etxt\ufeff")");
  CHECK(json("\xd8\x9c") == R"("\u061c")");
  CHECK(json("\xff") == "\"\xef\xbf\xbd\"");
  CHECK(json("\xc3\xa9") == "\"\xc3\xa9\"");
}
