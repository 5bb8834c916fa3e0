#include "corefile/launch/lines.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <cstdio>
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

// A line whose check is right, whatever its words are.
std::string checked(const std::string &words) {
  std::string line = "@MPIDBG1 " + words;
  line.append(line_size - 10 - line.size(), '.');
  line += ' ';
  char check[16];
  std::snprintf(check, sizeof check, "%08lx",
                crc32(0, reinterpret_cast<const Bytef *>(line.data()), static_cast<uInt>(line.size())));
  return line + check + "\n";
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

TEST_CASE("of noise 4,096 characters of a line are kept") {
  for (const std::size_t size : {4095, 4096, 4097}) {
    CAPTURE(size);
    Reader reader;
    reader.lines.add("\n" + std::string(size, 'x') + "\n");
    CHECK(reader.lines.last_noise() == std::string(std::min<std::size_t>(size, 4096), 'x'));
  }
}

TEST_CASE("messages that never become complete are limited") {
  std::vector<LineReader::Message> messages;
  LineReader reader([&](LineReader::Message message) { messages.push_back(std::move(message)); }, 1000);
  for (std::uint32_t i = 0; i < 10; ++i) reader.add(record(1000, i).substr(0, line_size));
  CHECK(reader.damaged() == 8);  // two pieces of 336 bytes are within the limit
  reader.add(record(336, 99));   // complete at once: it needs no room
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].number == 99);
}

TEST_CASE("a line is what its description says") {
  Reader reader;
  const std::string line = checked("00000000000000ab 0000000c 000000/000001 p aGVsbG8");
  CHECK(encode_message(0xab, 12, MessageKind::problem, "hello") == line);
  reader.lines.add(line);
  REQUIRE(reader.messages.size() == 1);
  CHECK(reader.messages[0].stream == 0xab);
  CHECK(reader.messages[0].number == 12);
  CHECK(reader.messages[0].kind == MessageKind::problem);
  CHECK(reader.messages[0].data == "hello");
}

TEST_CASE("a line with a right check and a wrong word is damaged") {
  for (const char *const words :
       {"00000000000000xb 0000000c 000000/000001 r aGVsbG8", "00000000000000ab 0000000x 000000/000001 r aGVsbG8",
        "00000000000000ab 0000000c 00000x/000001 r aGVsbG8", "00000000000000ab 0000000c 000000/00000x r aGVsbG8",
        "00000000000000ab 0000000c 000001/000001 r aGVsbG8", "00000000000000ab 0000000c 000000/000000 r aGVsbG8",
        "00000000000000ab 0000000c 000002/000001 r aGVsbG8", "00000000000000ab 0000000c 000000 r aGVsbG8",
        "00000000000000ab 0000000c 000000/000001 rr aGVsbG8", "00000000000000ab 0000000c 000000/000001  aGVsbG8",
        "00000000000000ab 0000000c 000000/000001 r aGVsb", "00000000000000ab 0000000c 000000/000001 r aGVs*G8",
        "00000000000000ab 0000000c 000000/000001 aGVsbG8", "00000000000000ab 0000000c 000000/000001 r aGVs bG8",
        "0000000000000000ab 10000000c 000000/000001 r aGVsbG8"}) {
    CAPTURE(words);
    Reader reader;
    reader.lines.add(checked(words));
    CHECK(reader.messages.empty());
    CHECK(reader.lines.damaged() == 1);
  }
}

TEST_CASE("a message has at most 1,048,576 pieces") {
  for (const std::uint32_t pieces : {0xfffffu, 0x100000u, 0x100001u}) {
    CAPTURE(pieces);
    char words[80];
    std::snprintf(words, sizeof words, "00000000000000ab 0000000c 000000/%06x r aGVsbG8", pieces);
    Reader reader;
    reader.lines.add(checked(words));
    CHECK(reader.lines.damaged() == (pieces > 0x100000 ? 1 : 0));
  }
}

TEST_CASE("a piece that comes twice counts once") {
  const std::string lines = record(1000);
  Reader reader;
  reader.lines.add(lines.substr(0, line_size));
  const std::size_t held = reader.lines.held();
  reader.lines.add(lines.substr(0, line_size));
  CHECK(reader.lines.held() == held);
  reader.lines.add(lines.substr(line_size));
  REQUIRE(reader.messages.size() == 1);
  CHECK(reader.messages[0].data == data_of(1000));
  CHECK(reader.lines.held() < line_size);
}
