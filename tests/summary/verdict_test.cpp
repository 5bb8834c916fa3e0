// The verdict on a job from summaries of its ranks, which were merged in any order, is the one on the ranks themselves.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/evidence/placing.h"
#include "mqs_shim/job/why/evidence/rank_evidence.h"
#include "mqs_shim/job/why/verdict/looks.h"
#include "mqs_shim/render/verdict/render_why.h"
#include "mqs_shim/summary/collection.h"
#include "tests/render/sample_verdicts.h"
#include "tests/verdict/job_builder.h"

namespace mqs_shim::summaries {

namespace {

std::string text_of(const why::Inquiry &inquiry, bool each) {
  std::string text;
  {
    Sink sink(write_to_string(text));
    WhyOptions options;
    options.each = each;
    options.seconds = 0.2;
    render_why(inquiry, Format::text, options, sink);
  }
  return text;
}

// As a collector of all of them leaves it.
std::vector<Summary> parts_of(const sample::Verdict &verdict) {
  std::vector<why::Evidence> last = verdict.looks.back();
  std::optional<why::Looks> compared;
  if (verdict.looks.size() > 1) {
    why::place_unread(last, verdict.looks[verdict.looks.size() - 2]);
    compared = why::compare(verdict.looks[verdict.looks.size() - 2], last);
  }
  std::vector<Summary> parts;
  for (std::uint32_t i = 0; i < last.size(); ++i) {
    RankSummary rank;
    rank.evidence = last[i];
    rank.report.world_rank = last[i].id.rank;
    rank.report.pid = last[i].pid;
    rank.looks = static_cast<std::uint32_t>(verdict.looks.size());
    if (compared) {
      rank.equal = compared->equal[i];
      for (const why::Movement &movement : compared->moved)
        if (movement.process == i) rank.change = movement.change;
    }
    rank.first_look_ended = 1000;
    rank.last_look_began = 1000 + 200'000'000;
    rank.clock_error = 10;
    parts.emplace_back().add(rank);
  }
  return parts;
}

}  // namespace

TEST_CASE("every verdict is the same over summaries") {
  std::mt19937 random(11);
  for (const sample::Verdict &verdict : sample::verdicts()) {
    why::Inquiry direct;
    sample::judge(verdict, direct);
    std::vector<Summary> parts = parts_of(verdict);
    std::shuffle(parts.begin(), parts.end(), random);
    const auto decoded = Summary::decode(merged(std::move(parts)).encode());
    REQUIRE(decoded.ok());
    const auto merged = judge(*decoded, [](const RankSummary &) { return true; });
    REQUIRE(merged.ok());
    CAPTURE(verdict.name);
    CHECK(text_of(merged->inquiry, false) == text_of(direct, false));
    CHECK(merged->inquiry.verdict().outcome == direct.verdict().outcome);
  }
}

TEST_CASE("what limits what was read of a rank is said of its summary, and of what a worker says") {
  mqs_shim::ProcessReport report;
  report.target = "core.1";
  report.world_rank = 0;
  report.warnings = {"core file core.1 is truncated"};
  Collection collection;
  collection.begin_look({});
  collection.add(report, 0);
  collection.end_look({});
  const auto judged = judge(collection.take(), [](const RankSummary &) { return true; });
  REQUIRE(judged.ok());
  CHECK(text_of(judged->inquiry, false).ends_with("warning: core file core.1 is truncated\n"));

  RankSummary rank;
  rank.report = report;
  rank.evidence = why::rank_evidence(report);
  REQUIRE(rank.evidence.warnings);
  CHECK(*rank.evidence.warnings == report.warnings);
  const auto back = unpack(pack(rank));
  REQUIRE(back.ok());
  REQUIRE(back->evidence.warnings);
  CHECK(*back->evidence.warnings == report.warnings);
}

// As workers give it to the command.
TEST_CASE("evidence that was packed is the same, with its addresses") {
  for (const sample::Verdict &verdict : sample::verdicts()) {
    sample::Verdict unpacked = verdict;
    for (std::vector<why::Evidence> &look : unpacked.looks) {
      for (why::Evidence &evidence : look) {
        RankSummary rank;
        rank.evidence = evidence;
        auto back = unpack(pack(rank));
        REQUIRE(back.ok());
        evidence = std::move(back->evidence);
      }
    }
    const auto json_of = [](const sample::Verdict &one) {
      why::Inquiry inquiry;
      sample::judge(one, inquiry);
      std::string text;
      {
        Sink sink(write_to_string(text));
        render_why(inquiry, Format::json, WhyOptions(), sink);
      }
      return text;
    };
    CAPTURE(verdict.name);
    CHECK(json_of(unpacked) == json_of(verdict));
  }
}

namespace {

struct Looked {
  std::int64_t first_ended = 1000, last_began = 3000, error = 0;
  const char *host = "node1";
  std::uint32_t looks = 2;
  bool waits = false;
  const char *boot = "";
};

// How long it took between looks that fit each other, or why they do not.
std::string seconds_between(const std::vector<Looked> &ranks, bool wanted = true) {
  std::vector<Summary> parts;
  for (const Looked &one : ranks) {
    RankSummary rank;
    rank.evidence.id.rank = rank.report.world_rank = static_cast<int>(parts.size());
    rank.evidence.host = one.host;
    rank.looks = one.looks;
    if (one.waits) rank.evidence.threads.emplace_back().activity = why::Activity::waits;
    rank.first_look_ended = one.first_ended;
    rank.last_look_began = one.last_began;
    rank.clock_error = one.error;
    rank.boot = one.boot;
    parts.emplace_back().add(rank);
  }
  const auto judged = judge(merged(std::move(parts)), [=](const RankSummary &) { return wanted; });
  REQUIRE(judged.ok());
  if (judged->looks_do_not_fit) return "they do not fit";
  return judged->seconds != 0 ? std::to_string(std::lround(judged->seconds * 1e9)) + " ns" : "one look";
}

}  // namespace

TEST_CASE("looks of several collectors fit if all first ones ended before any last one began, by their clocks") {
  CHECK(seconds_between({{}, {}}) == "2000 ns");
  CHECK(seconds_between({{.first_ended = 1500}, {.last_began = 1900}}) == "400 ns");
  CHECK(seconds_between({{.first_ended = 1500, .error = 100}, {.last_began = 1900, .error = 200}}) == "100 ns");
  CHECK(seconds_between({{.first_ended = 1500}, {.last_began = 1501}}) == "1 ns");
  CHECK(seconds_between({{.first_ended = 1500}, {.last_began = 1500}}) == "they do not fit");
  CHECK(seconds_between({{.first_ended = 1500, .error = 250}, {.last_began = 2000, .error = 250}}) ==
        "they do not fit");
  // Without clocks that agree only those of one node can be compared.
  CHECK(seconds_between({{.error = -1}, {}}) == "2000 ns");
  CHECK(seconds_between({{.error = -1}, {.host = "node2"}}) == "they do not fit");
  CHECK(seconds_between({{.error = 0}, {.host = "node2"}}) == "2000 ns");
  CHECK(seconds_between({{.looks = 1}, {.looks = 1}}) == "one look");
  CHECK(seconds_between({{.looks = 1, .waits = true}, {}}) == "one look");
  // Of a rank that does not wait one look is enough, if it was over in time.
  CHECK(seconds_between({{.last_began = 900, .looks = 1}, {}}) == "2000 ns");
  CHECK(seconds_between({{.first_ended = 2500, .last_began = 900, .looks = 1}, {}}) == "500 ns");
  CHECK(seconds_between({{.first_ended = 3000, .last_began = 900, .looks = 1}, {}}) == "they do not fit");
  CHECK(seconds_between({{}, {}}, false) == "one look");
  CHECK(seconds_between({{.last_began = INT64_MIN}}) == "they do not fit");
  CHECK(seconds_between({{.first_ended = INT64_MAX, .last_began = INT64_MAX}}) == "they do not fit");
}

TEST_CASE("times of different starts of machines are never compared") {
  CHECK(seconds_between({{.boot = "a"}, {.boot = "a"}}) == "2000 ns");
  CHECK(seconds_between({{.error = -1, .boot = "a"}, {.host = "node2", .boot = "a"}}) == "2000 ns");
  CHECK(seconds_between({{.boot = "a"}, {.boot = "b"}}) == "they do not fit");
  CHECK(seconds_between({{.boot = "a"}, {}}) == "they do not fit");
}

TEST_CASE("ranks that wait are suspected unless they were seen twice, whatever the nodes of others look like") {
  why::JobBuilder job(3);
  job.without_counters();
  for (const int rank : {0, 1}) job.recv(rank, 1 - rank, 7);
  const auto text_for = [&](std::uint32_t looks_at_waiting, std::uint32_t looks_at_running) {
    std::vector<Summary> parts;
    for (int i = 0; i < 3; ++i) {
      RankSummary rank;
      rank.evidence = job.rank(i);
      rank.evidence.host = i < 2 ? "node1" : "node2";
      rank.report.world_rank = i;
      rank.looks = i < 2 ? looks_at_waiting : looks_at_running;
      rank.equal = i < 2 && looks_at_waiting == 2;
      rank.first_look_ended = 1000, rank.last_look_began = 200'001'000;
      rank.clock_error = 10;
      parts.emplace_back().add(rank);
    }
    const auto judged = judge(merged(std::move(parts)), [](const RankSummary &) { return true; });
    REQUIRE(judged.ok());
    const std::string text = text_of(judged->inquiry, false);
    return text.substr(0, text.find(' ')) + " " + std::to_string(static_cast<int>(judged->inquiry.verdict().outcome));
  };
  CHECK(text_for(2, 2) == "DEADLOCK: 3");
  CHECK(text_for(2, 1) == "DEADLOCK: 3");  // its node has no reason to look again
  CHECK(text_for(1, 1) == "SUSPECTED: 6");
  CHECK(text_for(1, 2) == "SUSPECTED: 6");
  // Another one that waits for the one that runs changes nothing of it.
  why::JobBuilder more(4);
  more.without_counters();
  for (const int rank : {0, 1}) more.recv(rank, 1 - rank, 7);
  more.recv(3, 2, 7);
  why::Inquiry inquiry;
  for (const why::Evidence &one : more.ranks()) inquiry.add(one);
  inquiry.judge();
  CHECK(text_of(inquiry, false).starts_with("SUSPECTED: "));
  CHECK(inquiry.verdict().outcome == why::Outcome::unseen);
}

TEST_CASE("another look is worth it where a live process waits") {
  const auto wants = [](const std::function<void(why::Evidence &)> &change) {
    why::Evidence evidence;
    evidence.threads.resize(2);
    evidence.threads[1].activity = why::Activity::waits;
    change(evidence);
    Collection collection;
    collection.begin_look({});
    collection.add(why::Evidence(), ProcessReport(), 0);
    collection.add(std::move(evidence), ProcessReport(), 0);
    return collection.wants_another_look();
  };
  CHECK(wants([](why::Evidence &) {}));
  CHECK(wants([](why::Evidence &one) { one.threads[1].activity = why::Activity::unknown; }));
  for (const why::Activity activity : {why::Activity::runs, why::Activity::polls, why::Activity::sleeps})
    CHECK_FALSE(wants([=](why::Evidence &one) { one.threads[1].activity = activity; }));
  CHECK_FALSE(wants([](why::Evidence &one) { one.is_core = true; }));
  CHECK(wants([](why::Evidence &one) { one.counts = true; }));  // those on another node may not count
  CHECK_FALSE(Collection().wants_another_look());
}

TEST_CASE("a collection keeps of each rank its last look, and when its looks were") {
  Collection collection;
  const auto add = [&](int rank, const char *call, int code) {
    why::Evidence evidence;
    evidence.id.rank = rank;
    evidence.threads.emplace_back().call = call;
    ProcessReport report;
    report.world_rank = rank;
    collection.add(std::move(evidence), std::move(report), code);
  };
  collection.begin_look({100, 7});
  add(0, "MPI_Recv", 3), add(1, "MPI_Wait", 4);
  collection.end_look({200, 9});
  const auto taken = [](Collection one) {
    std::string text;
    const auto read = one.take().for_each([&](const RankSummary &rank) {
      text += std::to_string(rank.report.world_rank) + " " + rank.evidence.threads.at(0).call + " " +
              std::to_string(rank.looks) + " " + std::to_string(rank.first_look_ended) + " " +
              std::to_string(rank.last_look_began) + " " + std::to_string(rank.clock_error) + " " +
              std::to_string(rank.code) + "; ";
    });
    REQUIRE(read.ok());
    return text;
  };
  CHECK(taken(collection) == "0 MPI_Recv 1 200 100 9 3; 1 MPI_Wait 1 200 100 9 4; ");
  collection.begin_look({300, 11});
  add(0, "MPI_Send", 5), add(1, "MPI_Wait", 6);
  collection.end_look({400, 13});
  CHECK(taken(collection) == "0 MPI_Send 2 200 300 11 5; 1 MPI_Wait 2 200 300 11 6; ");
}

}  // namespace mqs_shim::summaries
