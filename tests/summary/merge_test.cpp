#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/rank_evidence.h"
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

struct ListedRow : Gaps {
  explicit ListedRow(const Row &row) : row(row) {}
  std::optional<std::int64_t> next_number() override { return row.numbers.at(number++); }
  std::optional<std::string> next_text() override { return row.texts.at(text++); }

  const Row &row;
  std::size_t number = 0, text = 0;
};

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

TEST_CASE("records that are taken out leave the summary of the others") {
  for (unsigned seed = 0; seed < fakes::random_rounds(50); ++seed) {
    std::mt19937 random(seed);
    const std::vector<RankSummary> ranks = random_ranks(random, 1 + static_cast<int>(random() % 20));
    const auto is_unwanted = [&](const RankSummary &rank) { return rank.evidence.pid % 3 == seed % 3; };
    Summary some = merged_at_random(ranks, random), others;
    for (const RankSummary &rank : ranks) {
      if (!is_unwanted(rank)) others.add(rank);
    }
    CAPTURE(seed);
    REQUIRE(some.erase_if(is_unwanted).ok());
    CHECK(some == others);
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

TEST_CASE("an operation of a queue is written once, and comes back in the report and in the evidence") {
  RankSummary rank;
  rank.report.texts = {""};
  CommunicatorRecord &world = rank.report.communicators.emplace_back();
  world.handle = Address(0x1000);
  world.rank = 0;
  world.size = 2;
  world.local_members = {{1, 0, 0}, {1, 1, 1}};
  constexpr int tags[] = {1234567, 7654321, 1357913};
  for (const int tag : tags) {
    Operation &receive = world.queues[MPIDBG_QUEUE_RECEIVES].operations.emplace_back();
    receive.peer_job = 1;
    receive.peer_job_rank = 1;
    receive.comm_rank = receive.world_rank = 1;
    receive.tag = tag;
    receive.request = Address(0x2000);
  }
  rank.evidence = why::rank_evidence(rank.report);
  why::Operation extracted;
  extracted.kind = why::OperationKind::extracted;
  extracted.communicator = 0;
  extracted.tag = 99;
  rank.evidence.operations.push_back(extracted);
  REQUIRE(rank.evidence.operations.size() == 4);

  const Row row = to_row(rank);
  // The first and the last tag begin a run of their column each.
  for (const int tag : {tags[0], tags[2]}) CHECK(std::count(row.numbers.begin(), row.numbers.end(), tag) == 1);
  ListedRow listed(row);
  const auto back = from_row(row.shape, listed);
  REQUIRE(back.ok());
  REQUIRE(back->evidence.operations.size() == 4);
  for (std::size_t i = 0; i < 3; ++i) CHECK(back->evidence.operations[i].tag == tags[i]);
  CHECK(back->evidence.operations[3].kind == why::OperationKind::extracted);
}

}  // namespace mqs_shim::summaries
