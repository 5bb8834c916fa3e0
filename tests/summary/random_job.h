#pragma once
// Summaries of ranks that differ in all kinds of ways, and a few of which are equal.

#include <random>
#include <vector>

#include "mqs_shim/summary/rank_summary.h"

namespace mqs_shim::summaries {

std::vector<RankSummary> random_ranks(std::mt19937 &random, int ranks);

}  // namespace mqs_shim::summaries
