#include "corefile/launch/merged_answers.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "corefile/launch/answer_stream.h"
#include "corefile/launch/node_answers.h"

using namespace corefile;
using Words = std::vector<std::string>;

namespace {

template <class Write>
std::string written(const Write &write) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  write(ends[1]);
  char bytes[60000];
  const ssize_t size = ::read(ends[0], bytes, sizeof bytes);
  for (const int fd : ends) ::close(fd);
  return {bytes, static_cast<std::size_t>(size)};
}

std::string said(const std::string &node, const Words &records, const std::string &problem = {},
                 const std::string &version = "1.0", bool has_end = true) {
  return written([&](int fd) {
    CollectorOutput output(fd, {{node, node + ".site"}}, version);
    for (const std::string &record : records) output.record(record);
    if (!problem.empty()) output.problem(problem);
    if (has_end) CHECK(output.end());
  });
}

// Records are letters here, and those merged are sorted; "?" is not understood.
std::string merged(const std::string &lines) {
  std::string all;
  RecordMerge merge;
  merge.add = [&](const Words &records) {
    if (std::find(records.begin(), records.end(), "?") != records.end()) return false;
    for (const std::string &record : records) all += record;
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return true;
  };
  merge.take = [&] { return all; };
  return written([&](int fd) { CHECK(write_merged_answers(fd, lines, "1.0", merge)); });
}

LaunchPlan plan_of(const Words &nodes) {
  LaunchPlan plan;
  plan.launcher = "srun";
  plan.launches = {{{"srun"}, nodes}};
  return plan;
}

std::vector<NodeAnswer> read(const LaunchPlan &plan, const std::string &lines, bool are_complete) {
  NodeAnswers answers(plan, "1.0");
  answers.add(0, lines);
  CHECK(answers.are_complete() == are_complete);
  return answers.finish({RunEnd{}}, std::chrono::milliseconds(2500));
}

}  // namespace

TEST_CASE("what a tree of collectors says is of all of its nodes, and has their records once") {
  const std::string below = merged(said("n3", {"c"}) + said("n2", {"b"}, "pid 7: no permission"));
  const std::string root = merged(said("n1", {"a"}) + "welcome to n1\n" + below + said("n4", {}));
  CHECK(root.size() == 512 * 4);  // hello, record, problem, end
  const auto found = read(plan_of({"n1", "n2", "n3", "n4"}), root, true);
  REQUIRE(found.size() == 4);
  for (const NodeAnswer &answer : found) {
    CHECK(answer.is_complete());
    CHECK(answer.host == answer.node + ".site");
    CHECK(answer.merged_nodes == 4);
    CHECK(answer.records == (&answer == &found[0] ? Words{"abc"} : Words{}));
    CHECK(answer.problems == (answer.node == "n2" ? Words{"pid 7: no permission"} : Words{}));
  }
}

TEST_CASE("what a tree cannot merge it passes on") {
  const auto found = read(plan_of({"n1", "n2", "n3", "n4"}),
                          merged(said("n1", {"a"}) + said("n2", {"b"}, "", "0.9") +
                                 said("n3", {"c"}, "", "1.0", false) + said("n4", {"?"})),
                          false);
  REQUIRE(found.size() == 4);
  CHECK(found[0].records == Words{"a"});
  CHECK(found[0].is_complete());
  CHECK(found[1].missing == "node n2 has mpidbg 0.9, and this is 1.0");
  CHECK(found[2].records == Words{"c"});
  CHECK(found[2].missing.starts_with("node n3 ended before it had said all"));
  CHECK(found[3].records == Words{"?"});
}

TEST_CASE("a tree that comes to nothing writes nothing") {
  const int nowhere = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(nowhere >= 0);
  RecordMerge none;
  none.add = [](const Words &) { return true; };
  none.take = [] { return std::string(); };
  CHECK(write_merged_answers(nowhere, "noise\n", "1.0", none));
  // What it has to say, and to pass on, it has to write.
  CHECK_FALSE(write_merged_answers(nowhere, said("n1", {"a"}), "1.0", none));
  CHECK_FALSE(write_merged_answers(nowhere, said("n1", {"a"}, "", "0.9"), "1.0", none));
  ::close(nowhere);
  CHECK(read(plan_of({"n1", "n2"}), merged(said("n1", {}) + "noise\n"), false)[1].missing == "node n2 did not answer");
}

TEST_CASE("that nodes have said again what a tree has said does not stand for nodes that are silent") {
  const std::string again = said("n2", {"b"});
  const auto found = read(plan_of({"n1", "n2", "n3"}), merged(said("n1", {"a"}) + again) + again, false);
  REQUIRE(found.size() == 3);
  CHECK(found[0].is_complete());
  CHECK(found[1].is_complete());
  CHECK(found[2].missing == "node n3 did not answer");
  CHECK(found[2].host.empty());
}

TEST_CASE("a damaged record of a tree is missing on all of its nodes, but for those that said it themselves, too") {
  std::string lines = merged(said("n1", {"a"}) + said("n2", {"b"}));
  lines[512 + 100] ^= 1;
  const auto found = read(plan_of({"n1", "n2"}), lines + said("n2", {"b"}), false);
  CHECK(found[0].missing == "node n1: 1 of 1 records were damaged on their way");
  CHECK(found[1].is_complete());
  CHECK(found[1].records == Words{"b"});
}
