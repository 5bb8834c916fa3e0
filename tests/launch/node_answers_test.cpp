#include "corefile/launch/node_answers.h"

#include <doctest/doctest.h>
#include <unistd.h>

using namespace corefile;
using How = RunEnd::How;
using Words = std::vector<std::string>;

namespace {

constexpr std::chrono::milliseconds time_limit{2500};

// What a collector writes.
class Collector {
 public:
  explicit Collector(const std::string &node, const std::string &version = "1.0") {
    REQUIRE(::pipe(ends_) == 0);
    output_.emplace(ends_[1], NodeName{node, node + ".site"}, version);
  }
  Collector(const Collector &) = delete;
  Collector &operator=(const Collector &) = delete;
  ~Collector() {
    for (const int fd : ends_) ::close(fd);
  }
  Collector &record(const std::string &text) {
    output_->record(text);
    return *this;
  }
  Collector &problem(const std::string &text) {
    output_->problem(text);
    return *this;
  }
  Collector &end() {
    CHECK(output_->end());
    return *this;
  }
  std::string text() const {
    char bytes[60000];
    const ssize_t size = ::read(ends_[0], bytes, sizeof bytes);
    return {bytes, static_cast<std::size_t>(size)};
  }

 private:
  int ends_[2];
  std::optional<CollectorOutput> output_;
};

LaunchPlan one_launch(const Words &nodes) {
  LaunchPlan plan;
  plan.launcher = "srun";
  plan.launches = {{{"srun"}, nodes}};
  return plan;
}

RunEnd ended(How how, int status = 0, const std::string &errors = "") {
  RunEnd end;
  end.how = how;
  end.status = status;
  end.errors = errors;
  return end;
}

}  // namespace

TEST_CASE("records come with their node, in the order of the plan") {
  const LaunchPlan plan = one_launch({"n1", "n2.far"});
  NodeAnswers answers(plan, "1.0");
  answers.add(0, Collector("n2").record("c").end().text());
  CHECK(!answers.are_complete());
  answers.add(0, Collector("n1").record("a").problem("pid 7: no permission").record("b").end().text());
  CHECK(answers.are_complete());
  const auto found = answers.finish({ended(How::exited)}, time_limit);
  REQUIRE(found.size() == 2);
  CHECK(found[0].node == "n1");
  CHECK(found[0].host == "n1.site");
  CHECK(found[0].records == Words{"a", "b"});
  CHECK(found[0].problems == Words{"pid 7: no permission"});
  CHECK(found[0].is_complete());
  CHECK(found[1].node == "n2.far");
  CHECK(found[1].records == Words{"c"});
}

TEST_CASE("a node that does not answer is named, with what the launcher said of it") {
  const LaunchPlan plan = one_launch({"n1", "n2", "n3"});
  NodeAnswers answers(plan, "1.0");
  answers.add(0, Collector("n1").record("a").end().text());
  const auto found = answers.finish(
      {ended(How::exited, 2, "srun: error: n2: task 1: Exited with exit code 2\nsrun: step ends\n")}, time_limit);
  REQUIRE(found.size() == 3);
  CHECK(found[0].is_complete());
  CHECK(found[1].missing ==
        "node n2 did not answer: srun exited with 2: srun: error: n2: task 1: Exited with exit code 2");
  CHECK(found[2].missing == "node n3 did not answer: srun exited with 2: srun: step ends");
}

TEST_CASE(
    "of a launcher of several nodes that has ended well, the reason is what was said last, of the node or at all") {
  const LaunchPlan plan = one_launch({"n1", "n2"});
  NodeAnswers answers(plan, "1.0");
  const auto reasons = [&](const RunEnd &end) {
    const auto found = answers.finish({end}, std::chrono::seconds(3));
    REQUIRE(found.size() == 2);
    return Words{found[0].missing, found[1].missing};
  };
  CHECK(reasons(ended(How::exited)) == Words{"node n1 did not answer", "node n2 did not answer"});
  CHECK(reasons(ended(How::timed_out)) ==
        Words{"node n1 did not answer within 3 s", "node n2 did not answer within 3 s"});
  CHECK(reasons(ended(How::exited, 0, "n2: no memory\r\n--- \nn2: no such program\r\nthe end\r\n -\t-\n")) ==
        Words{"node n1 did not answer: the end", "node n2 did not answer: n2: no such program"});
  CHECK(reasons(ended(How::signalled, 9)) == Words{"node n1 did not answer: srun was ended by signal 9",
                                                   "node n2 did not answer: srun was ended by signal 9"});
  CHECK(reasons(ended(How::timed_out, 0, "n2: no memory\n"))[1] == "node n2 did not answer within 3 s: n2: no memory");
  answers.add(0, "welcome\n");
  CHECK(reasons(ended(How::exited)) == Words{"node n1 did not answer: welcome", "node n2 did not answer: welcome"});
  CHECK(reasons(ended(How::timed_out))[0] == "node n1 did not answer within 3 s");
}

TEST_CASE("nodes are known by either of their names, with or without their domain") {
  for (const char *const name : {"n1", "n1.far", "n1.site", "n1.site.far"}) {
    CAPTURE(name);
    const LaunchPlan plan = one_launch({name, "n2"});
    NodeAnswers answers(plan, "1.0");
    answers.add(0, Collector("n1").record("a").end().text());
    const auto found = answers.finish({ended(How::exited)}, time_limit);
    REQUIRE(found.size() == 2);
    CHECK(found[0].records == Words{"a"});
    CHECK(found[1].missing == "node n2 did not answer");
  }
  // By its host's name alone.
  const LaunchPlan plan = one_launch({"login", "n2"});
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CollectorOutput output(ends[1], {"task-0", "login.site"}, "1.0");
  CHECK(output.end());
  char bytes[2048];
  const ssize_t size = ::read(ends[0], bytes, sizeof bytes);
  for (const int fd : ends) ::close(fd);
  NodeAnswers answers(plan, "1.0");
  answers.add(0, {bytes, static_cast<std::size_t>(size)});
  const auto found = answers.finish({ended(How::exited)}, time_limit);
  REQUIRE(found.size() == 2);
  CHECK(found[0].is_complete());
  CHECK(found[0].host == "login.site");
}

TEST_CASE("who says it is not known where the first line was damaged") {
  const LaunchPlan plan = one_launch({"n1"});
  std::string text = Collector("n1").record("a").end().text();
  text[100] ^= 1;
  NodeAnswers answers(plan, "1.0");
  answers.add(0, text);
  CHECK(!answers.are_complete());
  auto found = answers.finish({ended(How::exited)}, time_limit);
  REQUIRE(found.size() == 1);
  CHECK(found[0].missing == "node n1: its first line was damaged on its way");
  CHECK(found[0].records == Words{"a"});
  CHECK(found[0].host.empty());
  // With several nodes any of them can be meant.
  const LaunchPlan two = one_launch({"n1", "n2"});
  NodeAnswers either(two, "1.0");
  either.add(0, text);
  found = either.finish({ended(How::exited)}, time_limit);
  REQUIRE(found.size() == 2);
  for (const NodeAnswer &answer : found) CHECK(answer.records.empty());
}

TEST_CASE("what came before the time was over is kept") {
  const LaunchPlan plan = one_launch({"n1", "n2"});
  NodeAnswers answers(plan, "1.0");
  answers.add(0, Collector("n1").record("a").text());
  const auto found = answers.finish({ended(How::timed_out)}, time_limit);
  REQUIRE(found.size() == 2);
  CHECK(found[0].records == Words{"a"});
  CHECK(found[0].missing == "node n1 had not said all within 2.5 s");
  CHECK(found[1].missing == "node n2 did not answer within 2.5 s");
  // What it said of something else is not the reason.
  CHECK(answers.finish({ended(How::timed_out, 0, "srun: n1: slow\n")}, time_limit)[1].missing == found[1].missing);
}

TEST_CASE("a node with another version is named, and its records are not read") {
  const LaunchPlan plan = one_launch({"n1"});
  NodeAnswers answers(plan, "1.0");
  answers.add(0, Collector("n1", "0.9").record("a").end().text());
  const auto found = answers.finish({ended(How::exited)}, time_limit);
  REQUIRE(found.size() == 1);
  CHECK(found[0].records.empty());
  CHECK(found[0].missing == "node n1 has mpidbg 0.9, and this is 1.0");
}

TEST_CASE("a record that was damaged is missing, and the others are not") {
  const LaunchPlan plan = one_launch({"n1"});
  std::string text = Collector("n1").record("a").record("b").end().text();
  text[line_size + 100] ^= 1;
  NodeAnswers answers(plan, "1.0");
  answers.add(0, text);
  const auto found = answers.finish({ended(How::exited)}, time_limit);
  REQUIRE(found.size() == 1);
  CHECK(found[0].records == Words{"b"});
  CHECK(found[0].missing == "node n1: 1 of 2 records were damaged on their way");
}

TEST_CASE("two collectors on a node count once") {
  const LaunchPlan plan = one_launch({"n1", "n2"});
  NodeAnswers answers(plan, "1.0");
  answers.add(0, Collector("n1").record("a").text() + Collector("n1").record("a").end().text());
  answers.add(0, Collector("n2").record("b").end().text());
  const auto found = answers.finish({ended(How::exited)}, time_limit);
  REQUIRE(found.size() == 2);
  CHECK(found[0].records == Words{"a"});
  CHECK(found[0].is_complete());
}

TEST_CASE("nodes that were given by address") {
  const LaunchPlan plan = one_launch({"10.0.0.1", "10.0.0.2"});
  NodeAnswers all(plan, "1.0");
  all.add(0, Collector("n2").record("b").end().text() + Collector("n1").record("a").end().text());
  CHECK(all.are_complete());
  auto found = all.finish({ended(How::exited)}, time_limit);
  REQUIRE(found.size() == 2);
  CHECK(found[0].node == "n1");
  CHECK(found[1].node == "n2");

  // Which of them has answered is not known.
  NodeAnswers one(plan, "1.0");
  one.add(0, Collector("n2").record("b").end().text());
  found = one.finish({ended(How::timed_out)}, time_limit);
  REQUIRE(found.size() == 3);
  CHECK(found[0].missing == "node 10.0.0.1 did not answer within 2.5 s; or it is one of n2, which answered");
  CHECK(found[2].records == Words{"b"});
}

TEST_CASE("one of the nodes was given by address") {
  const LaunchPlan plan = one_launch({"n1", "10.0.0.2"});
  NodeAnswers answers(plan, "1.0");
  answers.add(0, Collector("n1").record("a").end().text() + Collector("n2").record("b").end().text());
  const auto found = answers.finish({ended(How::exited)}, time_limit);
  REQUIRE(found.size() == 2);
  CHECK(found[0].node == "n1");
  CHECK(found[1].node == "n2");
  CHECK(found[1].records == Words{"b"});
}

TEST_CASE("of those that nobody expected, twice as many as there are nodes and 16 are heard") {
  const LaunchPlan plan = one_launch({"10.0.0.1", "10.0.0.2"});
  NodeAnswers answers(plan, "1.0");
  for (std::size_t number = 1; number <= 21; ++number) {
    const std::string name = "n" + std::to_string(number);
    answers.add(0, Collector(name).end().text());
    if (number >= 19)
      CHECK(answers.finish({ended(How::exited)}, time_limit).size() == 2 + std::min<std::size_t>(number, 20));
  }
}

TEST_CASE("of one program for each node the program says which node it is") {
  LaunchPlan plan;
  plan.launcher = "ssh";
  plan.launches = {{{"ssh"}, {"a"}}, {{"ssh"}, {"b"}}};
  NodeAnswers answers(plan, "1.0");
  answers.add(0, Collector("other").record("x").end().text());
  const auto found =
      answers.finish({ended(How::exited), ended(How::exited, 127, "sh: mpidbg: not found\n")}, time_limit);
  REQUIRE(found.size() == 2);
  CHECK(found[0].node == "a");
  CHECK(found[0].records == Words{"x"});
  CHECK(found[1].missing == "node b did not answer: ssh exited with 127: sh: mpidbg: not found");
}

TEST_CASE("fake nodes, started: one answers, one is noisy, one fails, one hangs, one is killed in the middle") {
  const auto whole = [] { return Collector("n").record("r").end().text(); };
  LaunchPlan plan;
  plan.launcher = "sh";
  const auto node = [&](const char *name, const std::string &script, const std::string &text) {
    plan.launches.push_back({{"sh", "-c", script, "sh", text}, {name}});
  };
  node("good", "printf %s \"$1\"; sleep 1000", whole());
  node("noisy", "echo welcome to the node; printf 'no newline: %s' \"$1\"; echo bye", whole() + "\n");
  node("broken", "echo cannot >&2; exit 1", "");
  node("hanging", "sleep 1000", "");
  node("other", "echo garbage", "");
  node("silent", "exit 0", "");
  node("killed", "printf '%s\n' \"$1\"; kill -9 $$", Collector("n").record("r").text());
  RunLimits limits;
  limits.time = time_limit;
  const auto found = gather(plan, "1.0", limits, limits.time);
  REQUIRE(found.size() == 7);
  CHECK(found[0].records == Words{"r"});
  CHECK(found[0].is_complete());
  CHECK(found[1].records == Words{"r"});
  CHECK(found[1].is_complete());
  CHECK(found[2].missing == "node broken did not answer: sh exited with 1: cannot");
  CHECK(found[3].missing == "node hanging did not answer within 2.5 s");
  CHECK(found[4].missing ==
        "node other did not answer: sh ended without an answer of mpidbg, and wrote something else: garbage");
  CHECK(found[5].missing == "node silent did not answer: sh ended without an answer of mpidbg");
  CHECK(found[6].records == Words{"r"});
  CHECK(found[6].missing == "node killed ended before it had said all: sh was ended by signal 9");
}
