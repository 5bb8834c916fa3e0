#include "mqs_shim/render/escape.h"

#include <doctest/doctest.h>

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
