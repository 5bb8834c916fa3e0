#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "mqs_shim/summary/collection.h"
#include "tests/summary/synthetic_job.h"

namespace mqs_shim::summaries {

namespace {

// Nodes in a tree whose inner nodes take the encoded summaries of some others.
Summary through_a_tree(const SyntheticJob &job, std::size_t fan_in) {
  const RankSummary pattern = usual_pattern();
  std::vector<std::string> level(static_cast<std::size_t>(job.nodes()));
  for (std::int32_t node = 0; node < job.nodes(); ++node) {
    Summary summary;
    for (std::int32_t rank = 0; rank < job.size; ++rank)
      if (job.node_of(rank) == node) summary.add(synthetic_rank(job, pattern, rank));
    level[static_cast<std::size_t>(node)] = summary.encode();
  }
  while (level.size() > 1) {
    std::vector<std::string> next;
    for (std::size_t begin = 0; begin < level.size(); begin += fan_in) {
      std::vector<Summary> parts;
      for (std::size_t i = begin; i < std::min(begin + fan_in, level.size()); ++i)
        parts.push_back(*Summary::decode(level[i]));
      next.push_back(merged(std::move(parts)).encode());
    }
    level = std::move(next);
  }
  return *Summary::decode(level.front());
}

why::Verdict verdict_of(const Summary &summary) {
  auto all = judge(summary, [](const RankSummary &) { return true; });
  REQUIRE(all.ok());
  return all->inquiry.verdict();
}

}  // namespace

TEST_CASE("rings, tori, trees and stars hang as a whole") {
  for (const JobShape shape : {JobShape::ring, JobShape::torus, JobShape::tree, JobShape::star}) {
    for (const bool cyclic : {false, true}) {
      SyntheticJob job;
      job.shape = shape;
      job.size = 256;
      job.ranks_of_a_node = 16;
      job.cyclic = cyclic;
      const why::Verdict verdict = verdict_of(through_a_tree(job, 4));
      CAPTURE(static_cast<int>(shape));
      CHECK(verdict.outcome == why::Outcome::stuck);
      REQUIRE(!verdict.findings.empty());
      CHECK(verdict.findings.front().agents.size() + verdict.findings.front().behind.size() == 256);
    }
  }
}

TEST_CASE("a rank that computes is whom all wait for") {
  SyntheticJob job;
  job.size = 200;
  job.computes = 77;
  const why::Verdict verdict = verdict_of(through_a_tree(job, 3));
  CHECK(verdict.outcome == why::Outcome::may_go_on);
  REQUIRE(verdict.findings.size() == 1);
  CHECK(verdict.findings.front().kind == why::FindingKind::waits_for_running);
  REQUIRE(verdict.findings.front().processes.size() == 1);
  CHECK(verdict.findings.front().processes.front() == 77);
}

TEST_CASE("blocks and single ranks dealt out to the nodes become the same classes") {
  SyntheticJob job;
  job.size = 512;
  job.ranks_of_a_node = 32;
  job.mistakes = 2;
  const Summary blocks = through_a_tree(job, 8);
  job.cyclic = true;
  const Summary dealt = through_a_tree(job, 8);
  CHECK(blocks.ranks() == 512);
  CHECK(dealt.ranks() == 512);
  CHECK(blocks.classes() == dealt.classes());
  CHECK(blocks.classes() <= 3);
}

}  // namespace mqs_shim::summaries
