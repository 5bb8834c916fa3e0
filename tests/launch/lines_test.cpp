#include "corefile/launch/lines.h"

#include <doctest/doctest.h>

#include <vector>

using namespace corefile;

namespace {

struct Reader {
  std::vector<LineReader::Message> messages;
  LineReader lines{[this](LineReader::Message message) { messages.push_back(std::move(message)); }};
};

// Of any bytes.
std::string data_of(std::size_t size) {
  std::string data;
  for (std::size_t i = 0; i < size; ++i) data += static_cast<char>(i * 7 + i / 256);
  return data;
}

std::string record(std::size_t size, std::uint32_t number = 1, std::uint64_t stream = 42) {
  return encode_message(stream, number, MessageKind::record, data_of(size));
}

}  // namespace

TEST_CASE("messages of any size come back") {
  for (const std::size_t size : {0, 1, 2, 3, 335, 336, 337, 672, 10000}) {
    CAPTURE(size);
    const std::string lines = record(size, 0xffffffff, ~0ull);
    CHECK(lines.size() % line_size == 0);
    for (std::size_t i = line_size - 1; i < lines.size(); i += line_size) CHECK(lines[i] == '\n');
    Reader reader;
    reader.lines.add(lines);
    REQUIRE(reader.messages.size() == 1);
    CHECK(reader.messages[0].data == data_of(size));
    CHECK(reader.messages[0].stream == ~0ull);
    CHECK(reader.messages[0].number == 0xffffffff);
    CHECK(reader.messages[0].kind == MessageKind::record);
    CHECK(reader.lines.damaged() == 0);
  }
}

TEST_CASE("they come back byte by byte, and with noise around them") {
  const std::string lines = record(700);
  std::string noisy = "module: loaded\nno end of line: ";
  for (std::size_t i = 0; i < lines.size(); i += line_size)
    noisy += "[1,3]<stdout>:" + lines.substr(i, line_size - 1) + "\r\nsrun: error: something\n";
  Reader reader;
  for (const char c : noisy) reader.lines.add(std::string_view(&c, 1));
  REQUIRE(reader.messages.size() == 1);
  CHECK(reader.messages[0].data == data_of(700));
  CHECK(reader.lines.last_noise() == "srun: error: something");
  CHECK(reader.lines.damaged() == 0);
}

TEST_CASE("lines of several nodes may be mixed") {
  const std::string a = record(1000, 1, 1), b = record(1000, 1, 2);
  Reader reader;
  for (std::size_t i = 0; i < a.size(); i += line_size) {
    reader.lines.add(b.substr(b.size() - i - line_size, line_size));
    reader.lines.add(a.substr(i, line_size));
  }
  REQUIRE(reader.messages.size() == 2);
  for (const auto &message : reader.messages) CHECK(message.data == data_of(1000));
}

TEST_CASE("ends of lines may come late") {
  const std::string a = record(1000, 1, 1), b = record(1000, 1, 2);
  Reader reader;
  for (std::size_t i = 0; i < a.size(); i += line_size) {
    reader.lines.add(a.substr(i, line_size - 1));
    reader.lines.add("n2: " + b.substr(i, line_size));
    reader.lines.add("\n");
  }
  CHECK(reader.messages.size() == 2);
  CHECK(reader.lines.damaged() == 0);
}

TEST_CASE("a damaged line costs its message and no other") {
  const std::string before = record(1000, 1), hit = record(1000, 2), after = record(1000, 3);
  for (const std::size_t at : {std::size_t{9}, std::size_t{30}, std::size_t{60}, line_size + 100, hit.size() - 3}) {
    std::string damaged = hit;
    damaged[at] = damaged[at] == 'x' ? 'y' : 'x';
    Reader reader;
    reader.lines.add(before + damaged + after);
    CAPTURE(at);
    REQUIRE(reader.messages.size() == 2);
    CHECK(reader.messages[0].number == 1);
    CHECK(reader.messages[1].number == 3);
    CHECK(reader.lines.damaged() == 1);
  }
  // Cut short, or with something in its middle.
  Reader reader;
  reader.lines.add(hit.substr(0, 200) + before + hit.substr(0, 100) + "noise\n" + hit.substr(100, 411) + "\n" + after);
  REQUIRE(reader.messages.size() == 2);
  CHECK(reader.messages[0].number == 1);
  CHECK(reader.messages[1].number == 3);
}

TEST_CASE("noise without end takes no memory") {
  Reader reader;
  for (int i = 0; i < 1000; ++i) reader.lines.add(std::string(10000, 'x'));
  CHECK(reader.lines.held() < 10000);
  reader.lines.add(record(10));
  REQUIRE(reader.messages.size() == 1);
  CHECK(reader.messages[0].data == data_of(10));
}

TEST_CASE("messages that never become complete are limited") {
  std::vector<LineReader::Message> messages;
  LineReader reader([&](LineReader::Message message) { messages.push_back(std::move(message)); }, 1000);
  for (std::uint32_t i = 0; i < 10; ++i) reader.add(record(1000, i).substr(0, line_size));
  CHECK(reader.damaged() == 8);  // two pieces of 336 bytes are within the limit
  reader.add(record(100, 99));
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].number == 99);
}
