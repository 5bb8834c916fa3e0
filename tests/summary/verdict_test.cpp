// The verdict on a job from summaries of its ranks, which were merged in any order, is the one on the ranks themselves.

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/looks.h"
#include "mqs_shim/job/why/placing.h"
#include "mqs_shim/render/why/render_why.h"
#include "mqs_shim/summary/collection.h"
#include "tests/render/sample_verdicts.h"

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

}  // namespace mqs_shim::summaries
