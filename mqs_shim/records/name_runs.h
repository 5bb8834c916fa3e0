#pragma once
// Stores the members of a group as runs. In a run, the names of neighbouring processes differ by equal steps.

#include <cstdint>
#include <vector>

#include "mqs_shim/records/handles/members.h"

namespace mqs_shim {

struct NameRun {
  ProcessName first;
  std::int32_t count = 0, rank_step = 0, world_rank_step = 0;
};

std::vector<NameRun> runs_of(const std::vector<ProcessName> &names);

// Stores the processes of all `runs` in `names`. `runs` may be hostile. Returns false if a count is not positive or the
// total exceeds 4,194,304 members; `names` is empty then.
bool expand(const std::vector<NameRun> &runs, std::vector<ProcessName> &names);

}  // namespace mqs_shim
