#include "mqs_shim/records/name_runs.h"

namespace mqs_shim {

namespace {

constexpr std::int64_t most_members = std::int64_t{1} << 22;

}  // namespace

std::vector<NameRun> runs_of(const std::vector<ProcessName> &names) {
  std::vector<NameRun> runs;
  for (const ProcessName &name : names) {
    if (!runs.empty() && runs.back().first.job == name.job) {
      NameRun &last = runs.back();
      const std::int64_t rank = std::int64_t{name.rank} - last.first.rank;
      const std::int64_t world_rank = std::int64_t{name.world_rank} - last.first.world_rank;
      const bool small = rank == static_cast<std::int32_t>(rank) && world_rank == static_cast<std::int32_t>(world_rank);
      if (last.count == 1 && small) {
        last.rank_step = static_cast<std::int32_t>(rank);
        last.world_rank_step = static_cast<std::int32_t>(world_rank);
      }
      if (rank == std::int64_t{last.rank_step} * last.count &&
          world_rank == std::int64_t{last.world_rank_step} * last.count) {
        ++last.count;
        continue;
      }
    }
    runs.push_back({name, 1, 0, 0});
  }
  return runs;
}

bool expand(const std::vector<NameRun> &runs, std::vector<ProcessName> &names) {
  names.clear();
  std::int64_t size = 0;
  for (const NameRun &run : runs) {
    if (run.count < 1 || run.count > most_members - size) return false;
    size += run.count;
  }
  names.reserve(static_cast<std::size_t>(size));
  for (const NameRun &run : runs) {
    for (std::int64_t i = 0; i < run.count; ++i) {
      names.push_back({run.first.job, static_cast<std::uint32_t>(run.first.rank + i * run.rank_step),
                       static_cast<std::int32_t>(run.first.world_rank + i * run.world_rank_step)});
    }
  }
  return true;
}

}  // namespace mqs_shim
