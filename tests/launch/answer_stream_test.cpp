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

TEST_CASE("the first message names the writer, its version, and the nodes that it writes for") {
  const AnswerStream one = after({{1, 0, MessageKind::hello, "n1\nn1.site\n1.0\n"}});
  REQUIRE(one.nodes.size() == 1);
  CHECK(one.nodes[0].node == "n1");
  CHECK(one.nodes[0].host == "n1.site");
  CHECK(one.version == "1.0");
  const AnswerStream three = after({{1, 0, MessageKind::hello, "n1\nn1.site\n1.0\nn2\nn2.site\nn3\nn3.site\n"}});
  REQUIRE(three.nodes.size() == 3);
  CHECK(three.nodes[1].node == "n2");
  CHECK(three.nodes[2].host == "n3.site");
  CHECK(after({{1, 0, MessageKind::hello, "n1\nn1.site"}}).nodes.empty());
  CHECK(after({{1, 0, MessageKind::hello, "n1\nn1.site\n1.0\nn2\n"}}).nodes.size() == 1);  // which has one name only
  // It says so once.
  const AnswerStream twice =
      after({{1, 0, MessageKind::hello, "n1\nn1.site\n1.0\n"}, {1, 1, MessageKind::hello, "n2\nn2.site\n2.0\n"}});
  CHECK(twice.nodes.size() == 1);
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

TEST_CASE("a problem is of a node, and has a sentence") {
  const AnswerStream stream = after({{1, 1, MessageKind::problem, "n2\nno permission\nto look"},
                                     {1, 2, MessageKind::problem, "n3"},
                                     {1, 3, MessageKind::problem, ""}});
  REQUIRE(stream.problems.size() == 3);
  CHECK(stream.problems[0].node == "n2");
  CHECK(stream.problems[0].sentence == "no permission\nto look");
  CHECK(stream.problems[1].node == "n3");
  CHECK(stream.problems[1].sentence.empty());
  CHECK(stream.problems[2].node.empty());
}

TEST_CASE("a collector knows whether all that it said was written") {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  CHECK_FALSE(write_lines(full, "a line\n"));
  CHECK(write_lines(full, ""));
  CollectorOutput lost(full, {{"n1", "n1.site"}}, "1.0");
  lost.record("a");
  CHECK_FALSE(lost.end());
  ::close(full);

  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CollectorOutput output(ends[1], {{"n1", "n1.site"}, {"n2", "n2.site"}}, "1.0");
  output.record("a");
  output.problem("no permission");
  output.problem("no memory", "n2");
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
  CHECK(read.nodes.size() == 2);
  REQUIRE(read.problems.size() == 2);
  CHECK(read.problems[0].node == "n1");
  CHECK(read.problems[1].node == "n2");
  CHECK(read.problems[1].sentence == "no memory");
}
