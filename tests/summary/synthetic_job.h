#pragma once
// Jobs of any size that hang, as summaries of their ranks: what one rank says is taken from a pattern, which may be
// from a real job, and its place, its peers and its counters are made up.

#include <cstdint>
#include <optional>
#include <string>

#include "mqs_shim/summary/rank_summary.h"

namespace mqs_shim::summaries {

enum class JobShape : std::uint8_t {
  ring,   // waits for the next rank
  torus,  // for its four neighbours, on a grid of rows
  tree,   // for its two children; a leaf for the root
  star,   // for rank 0, which waits for any source
};

struct SyntheticJob {
  JobShape shape = JobShape::ring;
  std::int32_t size = 0;
  std::int32_t ranks_of_a_node = 64;
  bool cyclic = false;                   // ranks are dealt out to the nodes one by one, not in blocks
  std::int32_t mistakes = 0;             // so many ranks, spread over the job, ask for another tag than is sent to them
  std::optional<std::int32_t> computes;  // this rank is not in MPI

  std::int32_t node_of(std::int32_t rank) const;
  std::int32_t nodes() const { return (size + ranks_of_a_node - 1) / ranks_of_a_node; }
};

// A rank as Open MPI with ob1 has them: MPI_COMM_WORLD and a copy of it, a stack of ten functions.
RankSummary usual_pattern();

RankSummary synthetic_rank(const SyntheticJob &job, const RankSummary &pattern, std::int32_t rank);

std::optional<JobShape> shape_of(const std::string &name);

}  // namespace mqs_shim::summaries
