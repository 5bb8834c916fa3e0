// What a collector says of itself, and output that cannot be written.

#include "corefile/launch/answer_stream.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

using namespace corefile;

namespace {

AnswerStream after(std::vector<LineReader::Message> messages) {
  AnswerStream stream;
  for (LineReader::Message &message : messages) stream.take(std::move(message));
  return stream;
}

}  // namespace

TEST_CASE("the first message names the writer and its version") {
  const AnswerStream one = after({{1, 0, MessageKind::hello, "n1\nn1.site\n1.0\n"}});
  REQUIRE(one.node);
  CHECK(one.node->node == "n1");
  CHECK(one.node->host == "n1.site");
  CHECK(one.version == "1.0");
  CHECK_FALSE(after({{1, 0, MessageKind::hello, "n1\nn1.site"}}).node);
  // It says so once.
  const AnswerStream twice =
      after({{1, 0, MessageKind::hello, "n1\nn1.site\n1.0\n"}, {1, 1, MessageKind::hello, "n2\nn2.site\n2.0\n"}});
  CHECK(twice.node->node == "n1");
  CHECK(twice.version == "1.0");
}

TEST_CASE("an answer is complete with the writer's name, its end, and as many records as that says") {
  const LineReader::Message hello{1, 0, MessageKind::hello, "n1\nn1.site\n1.0\n"};
  const LineReader::Message record{1, 1, MessageKind::record, "a"}, other{1, 2, MessageKind::record, "b"};
  const LineReader::Message end{1, 3, MessageKind::end, "2"};
  CHECK(after({hello, record, other, end}).is_complete());
  CHECK(after({end, other, record, hello}).is_complete());
  CHECK_FALSE(after({record, other, end}).is_complete());
  CHECK_FALSE(after({hello, record, other}).is_complete());
  CHECK_FALSE(after({hello, record, end}).is_complete());
  CHECK_FALSE(after({hello, record, record, end}).is_complete());
  CHECK_FALSE(after({hello, record, other, {1, 3, MessageKind::end, "two"}}).is_complete());
  CHECK(after({hello, {1, 1, MessageKind::end, "0"}}).is_complete());
}

TEST_CASE("problems are kept in the order in which they come") {
  const AnswerStream stream =
      after({{1, 1, MessageKind::problem, "no permission\nto look"}, {1, 2, MessageKind::problem, ""}});
  CHECK(stream.problems == std::vector<std::string>{"no permission\nto look", ""});
}

TEST_CASE("a collector knows whether all that it said was written") {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  CHECK_FALSE(write_lines(full, "a line\n"));
  CHECK(write_lines(full, ""));
  CollectorOutput lost(full, {"n1", "n1.site"}, "1.0");
  lost.record("a");
  CHECK_FALSE(lost.end());
  ::close(full);

  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CollectorOutput output(ends[1], {"n1", "n1.site"}, "1.0");
  output.record("a");
  output.problem("no permission");
  CHECK(output.end());
  char bytes[8192];
  const ssize_t size = ::read(ends[0], bytes, sizeof bytes);
  for (const int fd : ends) ::close(fd);
  AnswerStream read;
  std::uint32_t next = 0;
  LineReader reader([&](LineReader::Message message) {
    CHECK(message.number == next++);
    read.take(std::move(message));
  });
  reader.add({bytes, static_cast<std::size_t>(size)});
  CHECK(read.is_complete());
  CHECK(read.problems == std::vector<std::string>{"no permission"});
}
