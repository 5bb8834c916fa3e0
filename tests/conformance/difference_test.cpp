// What two answers of a plugin have in common, where the second one may know less.

#include <doctest/doctest.h>

#include "corefile/conformance/visit.h"

using namespace mqs_shim;

namespace {

const std::string refusal = std::string(1, refusal_mark) + "no memory";

}  // namespace

TEST_CASE("answers about one process are the same, line by line") {
  CHECK(difference({}, {}).empty());
  CHECK(difference({"a|1", "b|2"}, {"a|1", "b|2"}).empty());
  CHECK(difference({"a|1", "b|2"}, {"a|1"}) == "leaves out \"b 2\"");
  CHECK(difference({"a|1"}, {"a|1", "b|2"}) == "adds \"b 2\"");
  CHECK(difference({"a|1", "b|2"}, {"a|1", "b|3"}) == "answers \"b 3\" instead of \"b 2\"");
  CHECK(difference({"a|1"}, {"a|-1"}) == "answers \"a -1\" instead of \"a 1\"");
}

TEST_CASE("of a process of which facts are hidden, the answer has what is not known as -1, or a refusal") {
  const Transcript all{"a|1|2", "b|3", "c|4"};
  CHECK(difference(all, all, true).empty());
  CHECK(difference(all, {"a|-1|2", "b|-1", "c|4"}, true).empty());
  CHECK(difference(all, {"a|1|5", "b|3", "c|4"}, true) == "answers \"a 1 5\"");
  CHECK(difference(all, {"a|1|2", "d|3"}, true) == "answers \"d 3\"");
  CHECK(difference(all, {"a|1", "b|3", "c|4"}, true) == "answers \"a 1\"");
  CHECK(difference(all, {"b|3", "a|1|2", "c|4"}, true) == "leaves out \"a 1 2\" without an error");
  CHECK(difference(all, {"a|1|2", "c|4"}, true) == "leaves out \"b 3\" without an error");
  CHECK(difference(all, {"a|1|2"}, true) == "leaves out \"b 3\" without an error");
  CHECK(difference(all, {"a|1|2", refusal}, true).empty());
  CHECK(difference(all, {refusal, "c|4"}, true).empty());
  CHECK(difference(all, {refusal}, true).empty());
  CHECK(difference(all, {}, true) == "leaves out \"a 1 2\" without an error");
}

TEST_CASE("a refusal that the undamaged process got, too, excuses nothing") {
  CHECK(difference({refusal, "a|1"}, {refusal}, true) == "leaves out \"a 1\" without an error");
  CHECK(difference({"a|1", refusal, "b|2"}, {"b|2", refusal}, true) == "leaves out \"a 1\" without an error");
  CHECK(difference({"a|1", refusal}, {"a|1"}, true).empty());
  CHECK(difference({refusal, "a|1"}, {"a|1"}, true).empty());
}
