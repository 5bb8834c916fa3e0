// Items as RFC 8949 (appendix A) writes them, and what is not complete.

#include "mqs_shim/summary/cbor.h"

#include <doctest/doctest.h>

#include <limits>

using namespace mqs_shim::summaries;

namespace {

std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

// Whether the reader has failed, and the answer to it is empty.
template <class Answer>
bool fails(const std::string &hex, Answer (CborReader::*read)()) {
  const std::string bytes = bytes_of(hex);
  CborReader reader(bytes);
  const Answer answer = (reader.*read)();
  return reader.failed() && reader.at_end() && answer == Answer();
}

}  // namespace

TEST_CASE("numbers in as few bytes as they need") {
  const std::pair<std::int64_t, const char *> cases[] = {
      {0, "00"},
      {1, "01"},
      {10, "0a"},
      {23, "17"},
      {24, "1818"},
      {100, "1864"},
      {255, "18ff"},
      {256, "190100"},
      {1000, "1903e8"},
      {65535, "19ffff"},
      {65536, "1a00010000"},
      {1000000, "1a000f4240"},
      {4294967295, "1affffffff"},
      {4294967296, "1b0000000100000000"},
      {1000000000000, "1b000000e8d4a51000"},
      {std::numeric_limits<std::int64_t>::max(), "1b7fffffffffffffff"},
      {-1, "20"},
      {-10, "29"},
      {-24, "37"},
      {-25, "3818"},
      {-100, "3863"},
      {-256, "38ff"},
      {-257, "390100"},
      {-1000, "3903e7"},
      {std::numeric_limits<std::int64_t>::min(), "3b7fffffffffffffff"},
  };
  for (const auto &[value, hex] : cases) {
    const std::int64_t number = value;
    CAPTURE(number);
    CborWriter writer;
    writer.number(number);
    const std::string bytes = bytes_of(hex);
    CHECK(writer.written() == bytes);
    CborReader reader(bytes);
    CHECK(reader.number() == number);
    CHECK(reader.at_end());
    CHECK_FALSE(reader.failed());
    CborReader cut(std::string_view(bytes).substr(0, bytes.size() - 1));
    CHECK(cut.number() == 0);
    CHECK(cut.failed());
  }
  for (const char *const hex : {"1b8000000000000000", "3b8000000000000000", "1bffffffffffffffff", "1c", "1f", "40",
                                "60", "80", "a0", "f6", ""}) {
    CAPTURE(hex);
    CHECK(fails(hex, &CborReader::number));
  }
}

TEST_CASE("texts and bytes, and such as are longer than what is left") {
  for (const auto &[text, hex] : {std::pair("", "60"), {"a", "6161"}, {"IETF", "6449455446"}}) {
    CborWriter writer;
    writer.text(text);
    CHECK(writer.take() == bytes_of(hex));
    const std::string bytes = bytes_of(hex);
    CborReader reader(bytes);
    CHECK(reader.text() == text);
    CHECK(reader.at_end());
    CHECK_FALSE(reader.failed());
  }
  CborWriter writer;
  writer.bytes(bytes_of("01020304"));
  CHECK(writer.take() == bytes_of("4401020304"));
  const std::string bytes = bytes_of("440102030405");
  CborReader reader(bytes);
  CHECK(reader.bytes() == bytes_of("01020304"));
  CHECK_FALSE(reader.at_end());
  CHECK(reader.number() == 5);
  CHECK(fails("44010203", &CborReader::bytes));
  CHECK(fails("6449455446", &CborReader::bytes));  // a text
  CHECK(fails("4401020304", &CborReader::text));
  CHECK(fails("7bffffffffffffffff61", &CborReader::text));
}

TEST_CASE("arrays and maps have at most as many items as there are bytes left") {
  for (const auto &[hex, items] : {std::pair("80", 0), {"8101", 1}, {"83010203", 3}}) {
    const std::string bytes = bytes_of(hex);
    CborReader reader(bytes);
    CHECK(reader.array() == static_cast<std::uint64_t>(items));
    CHECK_FALSE(reader.failed());
  }
  CHECK(fails("830102", &CborReader::array));
  CHECK(fails("81", &CborReader::array));
  CHECK(fails("a0", &CborReader::array));
  for (const auto &[hex, pairs] : {std::pair("a0", 0), {"a10102", 1}, {"a201020304", 2}}) {
    const std::string bytes = bytes_of(hex);
    CborReader reader(bytes);
    CHECK(reader.map() == static_cast<std::uint64_t>(pairs));
    CHECK_FALSE(reader.failed());
  }
  CHECK(fails("a101", &CborReader::map));
  CHECK(fails("a2010203", &CborReader::map));
  CHECK(fails("80", &CborReader::map));
  CborWriter writer;
  writer.array(25), writer.map(2), writer.simple(cbor_true), writer.simple(cbor_null), writer.begin_map(),
      writer.end_map();
  CHECK(writer.take() == bytes_of("9819a2f5f6bfff"));
}

TEST_CASE("null, members and their ends") {
  const std::string bytes = bytes_of("f6bf6161f5fff4");
  CborReader reader(bytes);
  CHECK(reader.take_null());
  CHECK_FALSE(reader.take_null());
  reader.begin_map();
  reader.key("a");
  CHECK(reader.simple() == cbor_true);
  reader.end_map();
  CHECK_FALSE(reader.failed());
  CHECK_FALSE(reader.at_end());
  CHECK(reader.simple() == cbor_false);
  CHECK(reader.at_end());
  CHECK_FALSE(reader.take_null());
  CHECK_FALSE(reader.failed());
  CborReader members(
      "\x61"
      "a\xf5");
  CHECK_FALSE(members.take_key("b"));
  CHECK(members.take_key("a"));
  CHECK_FALSE(members.take_key("a"));
  CHECK_FALSE(members.failed());
  CHECK(members.simple() == cbor_true);
  CHECK_FALSE(members.take_key("a"));
  CHECK_FALSE(members.failed());
  CborReader other(
      "\x61"
      "b");
  other.key("a");
  CHECK(other.failed());
  const std::string map = bytes_of("ff");
  CborReader wrong(map);
  wrong.begin_map();
  CHECK(wrong.failed());
  CborReader empty("");
  empty.end_map();
  CHECK(empty.failed());
}
