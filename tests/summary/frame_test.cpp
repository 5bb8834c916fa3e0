#include "mqs_shim/summary/frame.h"

#include <doctest/doctest.h>

#include <algorithm>
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
