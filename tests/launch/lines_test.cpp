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
  std::string line = "MPIDBG-RECORD 2 " + words;
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
  for (const std::size_t size : {0, 1, 2, 3, 332, 333, 334, 666, 1000000}) {
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
  for (const std::size_t at : {std::size_t{16}, std::size_t{30}, std::size_t{60}, line_size + 100, hit.size() - 3}) {
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
  // Three pieces of 333 bytes are within the limit.
  CHECK(reader.problems().front() == "lines of more unfinished records than 0 MiB were ignored");
  CHECK(reader.problems().size() == 1 + 3);
  reader.add(record(333, 99));  // complete at once: it needs no room
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

TEST_CASE("a record by itself has the same lines each time, and comes once") {
  const std::string data = data_of(1000), lines = encode_record(data);
  CHECK(encode_record(data) == lines);
  CHECK(encode_record(data_of(999)).substr(0, 32) != lines.substr(0, 32));
  Reader reader;
  reader.lines.add(lines + lines + lines.substr(0, line_size));
  reader.lines.finish();
  REQUIRE(reader.messages.size() == 1);
  CHECK(reader.messages[0].data == data);
  CHECK(reader.lines.problems().empty());
}

TEST_CASE("a bit that is wrong is never passed over") {
  const std::string line = encode_record("abcdefghijklmnopqrstuvwxyz");
  for (std::size_t bit = 0; bit < 8 * (line.size() - 1); ++bit) {
    std::string damaged = line;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    CAPTURE(bit);
    Reader reader;
    reader.lines.add(damaged);
    reader.lines.finish();
    // A capital letter of a hexadecimal digit is the same digit.
    CHECK((reader.messages.empty() || reader.messages[0].data == "abcdefghijklmnopqrstuvwxyz"));
  }
}

namespace {

std::vector<std::string> problems_of(const std::string &text) {
  Reader reader;
  reader.lines.add(text);
  reader.lines.finish();
  CHECK(reader.messages.empty());
  CHECK(reader.lines.found_any() == !reader.lines.problems().empty());
  return reader.lines.problems();
}

}  // namespace

TEST_CASE("lines that are missing, damaged or of another version are described") {
  using Words = std::vector<std::string>;
  const std::string lines = encode_record(data_of(1000)), last = lines.substr(3 * line_size);
  REQUIRE(last.size() == line_size);
  CHECK(problems_of("MPIDBG\nMPIDBG-RECORD\n").empty());
  CHECK(problems_of(lines.substr(0, line_size) + lines.substr(2 * line_size)) ==
        Words{"of a record only 3 of 4 parts came"});
  CHECK(problems_of(lines.substr(0, 300)) == Words{"1 line of a record is damaged"});
  CHECK(problems_of(lines.substr(0, 300) + "\n" + last) ==
        Words{"1 line of a record is damaged", "of a record only 1 of 4 parts came"});
  CHECK(problems_of("MPIDBG-RECORD x\n") == Words{"1 line of a record is damaged"});
  CHECK(problems_of("MPIDBG-RECORD x\nMPIDBG-RECORD " + std::string(5000, 'x')) ==
        Words{"2 lines of records are damaged"});
  // As version 1 had it.
  const std::string before = "MPIDBG-RECORD 1 e71fa2190541574b 3 0 1 89abcdef YWJj\n";
  CHECK(problems_of(before) == Words{"1 line is of a record of another version of mpidbg"});
  CHECK(problems_of(before + before) == Words{"2 lines are of a record of another version of mpidbg"});
  // Two lines of one record that differ in how many it has.
  CHECK(problems_of(last + checked(last.substr(16, 25) + " 000000/000002 r aGVsbG8")) ==
        Words{"1 line of a record is damaged", "of a record only 1 of 4 parts came"});
}
