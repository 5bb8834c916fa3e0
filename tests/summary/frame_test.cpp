#include "mqs_shim/summary/frame.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

using namespace mqs_shim::summaries;

namespace {

std::string random_record(std::mt19937 &random, std::size_t size) {
  std::string record(size, '\0');
  for (char &c : record) c = static_cast<char>(random());
  return record;
}

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

std::vector<std::string> read_all(FrameReader &reader, const std::string &stream) {
  std::vector<std::string> records = reader.feed(stream);
  for (std::string &record : reader.finish()) records.push_back(std::move(record));
  return records;
}

}  // namespace

TEST_CASE("records of every size come back, in lines that launchers do not cut") {
  std::mt19937 random(1);
  for (const std::size_t size : {0, 1, 2, 3, 317, 318, 319, 1000000}) {
    const std::string record = random_record(random, size);
    const std::string lines = frame(record);
    for (const std::string &line : lines_of(lines)) CHECK(line.size() <= 512);
    FrameReader reader;
    CHECK(read_all(reader, lines) == std::vector<std::string>{record});
    CHECK(reader.problems().empty());
  }
}

TEST_CASE("lines of several records are mixed, named, ended otherwise, and beside notes") {
  std::mt19937 random(2);
  const std::string one = random_record(random, 20000), other = random_record(random, 9000);
  std::vector<std::string> lines = lines_of(frame(one) + frame(other));
  std::shuffle(lines.begin(), lines.end(), random);
  std::string stream = "srun: job 12 queued and waiting for resources\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    stream += std::to_string(i % 7) + ": " + lines[i].substr(0, lines[i].size() - 1) + (i % 2 == 0 ? "\r\n" : " \n");
    if (i % 3 == 0) stream += "WARNING: There was an error initializing an OpenFabrics device.\n\n";
  }
  FrameReader reader;
  std::vector<std::string> records;
  // Byte by byte, as a slow pipe delivers it.
  for (const char c : stream)
    for (std::string &record : reader.feed({&c, 1})) records.push_back(std::move(record));
  CHECK(reader.finish().empty());
  std::sort(records.begin(), records.end());
  CHECK(records == std::vector<std::string>{std::min(one, other), std::max(one, other)});
  CHECK(reader.problems().empty());
}

TEST_CASE("a record that came twice is one") {
  const std::string lines = frame("the same");
  FrameReader reader;
  CHECK(read_all(reader, lines + lines).size() == 1);
}

TEST_CASE("a bit that is wrong is never passed over") {
  const std::string record = "abcdefghijklmnopqrstuvwxyz", line = frame(record);
  for (std::size_t bit = 0; bit < 8 * (line.size() - 1); ++bit) {
    std::string damaged = line;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    FrameReader reader;
    CAPTURE(bit);
    // A capital letter of a hexadecimal digit is the same digit.
    const std::vector<std::string> records = read_all(reader, damaged);
    CHECK((records.empty() || records == std::vector<std::string>{record}));
  }
}

TEST_CASE("what is missing, damaged or of another version is said") {
  std::mt19937 random(3);
  const std::vector<std::string> lines = lines_of(frame(random_record(random, 1000)));
  REQUIRE(lines.size() == 4);
  {
    FrameReader reader;
    CHECK(read_all(reader, lines[0] + lines[2] + lines[3]).empty());
    CHECK(reader.problems() == std::vector<std::string>{"of a record only 3 of 4 parts came"});
  }
  {
    FrameReader reader;
    CHECK(read_all(reader, lines[0].substr(0, 300) + "\n").empty());
    CHECK(reader.problems() == std::vector<std::string>{"1 line of a record is damaged"});
  }
  {
    std::string other = frame("x");
    other.replace(other.find(" 1 "), 3, " 2 ");
    FrameReader reader;
    CHECK(read_all(reader, other).empty());
    CHECK(reader.problems() == std::vector<std::string>{"1 line is of a record of another version of mpidbg"});
  }
  {
    FrameReader reader;
    CHECK(read_all(reader, std::string(100000, 'x') + "\n" + frame("after a long line")).size() == 1);
    CHECK(reader.problems().empty());
  }
}

namespace {

// A line with the sum that it should have: what is wrong with it is something else.
std::string summed(const std::string &head, const std::string &data) {
  std::uint32_t crc = ~0U;
  for (const char c : head + data) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? 0xedb88320U ^ crc >> 1 : crc >> 1;
  }
  char sum[9];
  std::snprintf(sum, sizeof sum, "%08x", ~crc);
  return "MPIDBG-RECORD " + head + sum + " " + data + "\n";
}

std::string problem_of(const std::string &head, const std::string &data) {
  FrameReader reader;
  CHECK(read_all(reader, summed(head, data)).empty());
  return reader.problems().empty() ? "" : reader.problems().front();
}

}  // namespace

TEST_CASE("a line is believed if its numbers fit each other, the record and its data") {
  const std::string line = frame("abc");
  CHECK(line == "MPIDBG-RECORD 1 e71fa2190541574b 3 0 1 " + line.substr(39, 8) + " YWJj\n");
  CHECK(line == summed("1 e71fa2190541574b 3 0 1 ", "YWJj"));
  const std::string damaged = "1 line of a record is damaged";
  CHECK(problem_of("x e71fa2190541574b 3 0 1 ", "YWJj") == damaged);    // no version
  CHECK(problem_of("1 e71fa2190541574c 3 0 1 ", "YWJj") == damaged);    // another hash
  CHECK(problem_of("1 e71fa2190541574 3 0 1 ", "YWJj") == damaged);     // too short a hash
  CHECK(problem_of("1 e71fa2190541574b 4 0 1 ", "YWJj") == damaged);    // another size
  CHECK(problem_of("1 e71fa2190541574b 3 1 1 ", "YWJj") == damaged);    // a part behind the last one
  CHECK(problem_of("1 e71fa2190541574b 3 0 2 ", "YWJj") == damaged);    // more parts than the size has
  CHECK(problem_of("1 e71fa2190541574b 319 0 1 ", "YWJj") == damaged);  // fewer
  CHECK(problem_of("1 e71fa2190541574b 3 0 1 ", "YWJ") == damaged);     // not of four
  CHECK(problem_of("1 e71fa2190541574b 3 0 1 ", "Y=Jj") == damaged);
  CHECK(problem_of("1 e71fa2190541574b 2 0 1 ", "YW=j") == damaged);
  CHECK(problem_of("1 e71fa2190541574b 6 0 1 ", "YW==YWJj") == damaged);  // padding before the end
  CHECK(problem_of("1 e71fa2190541574b 268435457 0 844137 ", "YWJj") == damaged);
  // Two lines of one record that differ in what they say of it.
  std::mt19937 random(4);
  const std::vector<std::string> lines = lines_of(frame(random_record(random, 700)));
  const std::string hash = lines[0].substr(16, 16);
  FrameReader reader;
  CHECK(read_all(reader, lines[0] + summed("1 " + hash + " 3 0 1 ", "YWJj")).empty());
  CHECK(reader.problems() == std::vector<std::string>{damaged, "of a record only 1 of 3 parts came"});
  FrameReader twice;
  CHECK(read_all(twice, summed("1 0 3 0 1 ", "YWJj") + summed("1 1 3 0 1 ", "YWJj")).empty());
  CHECK(twice.problems() == std::vector<std::string>{"2 lines of records are damaged"});
  FrameReader other;
  CHECK(read_all(other, summed("2 x", "") + summed("30 x", "")).empty());
  CHECK(other.problems() == std::vector<std::string>{"2 lines are of a record of another version of mpidbg"});
}

TEST_CASE("a reader knows whether there was any line of a record") {
  FrameReader none, some, damaged;
  CHECK(read_all(none, "MPIDBG\nMPIDBG-RECORD\n").empty());
  CHECK_FALSE(none.found_any());
  CHECK(read_all(some, frame("")).size() == 1);
  CHECK(some.found_any());
  CHECK(read_all(damaged, "MPIDBG-RECORD x\n").empty());
  CHECK(damaged.found_any());
}

TEST_CASE("what stands before a line is skipped up to 1,024 characters, and a line without an end is damaged") {
  const std::string line = frame("the record");
  for (const std::size_t before : {0u, 1u, 1024u}) {
    FrameReader reader;
    CHECK(read_all(reader, std::string(before, '.') + line).size() == 1);
  }
  for (const std::size_t length : {1536u, 1537u}) {
    // As long as a line with what stands before it may be, in one piece or byte by byte.
    for (const bool whole : {true, false}) {
      CAPTURE(length);
      const std::string text = std::string(length - line.size() + 1, '.') + line;
      FrameReader reader;
      std::vector<std::string> records;
      if (whole) records = reader.feed(text);
      for (const char c : whole ? std::string() : text)
        for (std::string &record : reader.feed({&c, 1})) records.push_back(std::move(record));
      CHECK(records.size() == (length == 1536 ? 1 : 0));
      CHECK(reader.problems().size() == (length == 1536 ? 0 : 1));
      CHECK(reader.feed(line).size() == (length == 1536 ? 0 : 1));  // it came before, or did not
    }
  }
  FrameReader endless;
  CHECK(read_all(endless, "MPIDBG-RECORD " + std::string(5000, 'x') + "\n").empty());
  CHECK(endless.problems() == std::vector<std::string>{"1 line of a record is damaged"});
}
