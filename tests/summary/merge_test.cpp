#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "mqs_shim/render/render.h"
#include "mqs_shim/summary/summary.h"
#include "tests/fakes/random_rounds.h"
#include "tests/render/sample_reports.h"
#include "tests/summary/random_job.h"

namespace mqs_shim::summaries {

namespace {

// A tree of any shape over the ranks.
Summary merged_at_random(const std::vector<RankSummary> &ranks, std::mt19937 &random) {
  std::vector<Summary> parts;
  for (const RankSummary &rank : ranks) {
    if (parts.empty() || random() % 2 == 0) parts.emplace_back();
    parts.back().add(rank);
  }
  while (parts.size() > 1) {
    const std::size_t one = random() % parts.size();
    Summary taken = std::move(parts[one]);
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(one));
    parts[random() % parts.size()].merge(std::move(taken));
  }
  return parts.empty() ? Summary() : std::move(parts.front());
}

std::set<std::string> rows_of(const std::vector<RankSummary> &ranks) {
  std::set<std::string> rows;
  for (const RankSummary &rank : ranks) {
    const Row row = to_row(rank);
    std::string text = row.shape;
    for (const std::int64_t number : row.numbers) text += ' ' + std::to_string(number);
    for (const std::string &own : row.texts) text += ' ' + own;
    rows.insert(text);
  }
  return rows;
}

}  // namespace

TEST_CASE("summaries merge in any order to the same bytes") {
  for (unsigned seed = 0; seed < fakes::random_rounds(200); ++seed) {
    std::mt19937 random(seed);
    std::vector<RankSummary> ranks = random_ranks(random, 1 + static_cast<int>(random() % 20));
    const std::string first = merged_at_random(ranks, random).encode();
    std::shuffle(ranks.begin(), ranks.end(), random);
    CAPTURE(seed);
    REQUIRE(merged_at_random(ranks, random).encode() == first);
    const Summary all = merged_at_random(ranks, random);
    Summary twice = all;
    twice.merge(all);
    REQUIRE(twice == all);
  }
}

TEST_CASE("no rank is lost or changed") {
  for (unsigned seed = 0; seed < fakes::random_rounds(100); ++seed) {
    std::mt19937 random(seed);
    const std::vector<RankSummary> ranks = random_ranks(random, 1 + static_cast<int>(random() % 20));
    const auto decoded = Summary::decode(merged_at_random(ranks, random).encode());
    REQUIRE(decoded.ok());
    std::vector<RankSummary> back;
    REQUIRE(decoded->for_each([&](RankSummary rank) { back.push_back(std::move(rank)); }).ok());
    CAPTURE(seed);
    CHECK(rows_of(back) == rows_of(ranks));
    CHECK(back.size() == rows_of(ranks).size());
    CHECK(std::is_sorted(back.begin(), back.end(), [](const RankSummary &one, const RankSummary &other) {
      return one.report.world_rank < other.report.world_rank;
    }));
  }
}

TEST_CASE("ranks that do the same are one class, and a million of them take no more room than ten") {
  RankSummary rank;
  rank.report.communicators.emplace_back().name = "MPI_COMM_WORLD";
  const auto summary_of = [&](int ranks) {
    std::vector<Summary> parts(static_cast<std::size_t>(ranks));
    for (int i = 0; i < ranks; ++i) {
      rank.report.world_rank = i;
      rank.evidence.id.rank = i;
      rank.report.pid = rank.evidence.pid = 70000 - i;
      rank.report.communicators.front().rank = i;
      parts[static_cast<std::size_t>(i)].add(rank);
    }
    return merged(std::move(parts));
  };
  const Summary ten = summary_of(10), many = summary_of(10000);
  CHECK(many.classes() == 1);
  CHECK(many.ranks() == 10000);
  CHECK(many.encode().size() < ten.encode().size() + 100);
}

// What the nouns show of a report is what they show of it when it comes back.
TEST_CASE("reports are shown alike before and after") {
  for (ProcessReport report :
       {sample::hung_rank(), sample::rich_rank(), sample::plain_rank(), sample::unseen_rank(), sample::failed_rank()}) {
    report.world_rank = std::max(report.world_rank, 0);
    RankSummary rank;
    rank.report = report;
    Summary summary;
    summary.add(rank);
    const auto decoded = Summary::decode(summary.encode());
    REQUIRE(decoded.ok());
    REQUIRE(decoded
                ->for_each([&](const RankSummary &back) {
                  for (const Noun noun : {Noun::ranks, Noun::stacks, Noun::queues}) {
                    RenderOptions options;
                    options.all = true;
                    const ProcessReport one[] = {report}, other[] = {back.report};
                    CHECK(render(noun, Format::text, one, options) == render(noun, Format::text, other, options));
                  }
                })
                .ok());
  }
}

TEST_CASE("another reader of CBOR understands what is written") {
  std::mt19937 random(5);
  Summary summary;
  for (const RankSummary &rank : random_ranks(random, 5)) summary.add(rank);
  const std::string bytes = summary.encode();
  const nlohmann::json outer = nlohmann::json::from_cbor(bytes);
  CHECK(outer.at("format") == "mpidbg summary");
  CHECK(outer.at("version") == summary_version);
}

}  // namespace mqs_shim::summaries
