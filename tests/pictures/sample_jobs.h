#pragma once
// Evidence made by hand, for the pictures of a verdict.

#include <functional>
#include <map>
#include <string>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why::sample {

// Ranks 0, 1 and 3 wait for each other, because a tag is wrong; the others are in a barrier behind them.
JobBuilder wrong_tag(int size = 128);
// Two ranks that wait for each other, and every text that a job can choose is hostile.
JobBuilder hostile_texts();
// Nobody waits for anybody.
JobBuilder all_run();
// Rank 0 waits for any of a running, a stopped, and an absent one.
JobBuilder any_source();
// Each rank waits for its neighbour.
JobBuilder ring(int size);
// A stencil with many pending operations, channels and distinct places on each rank.
JobBuilder large(int size);

const std::map<std::string, std::function<JobBuilder()>> &jobs();

}  // namespace mqs_shim::why::sample
