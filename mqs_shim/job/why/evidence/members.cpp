#include "mqs_shim/job/why/evidence/members.h"

namespace mqs_shim::why {

namespace {

std::int64_t rank_in(const MemberRun &run, std::int64_t index) {
  return run.first.rank + index * static_cast<std::int64_t>(run.stride);
}

// Returns the part of a run from `index` to its end.
MemberRun rest_of(const MemberRun &run, std::int32_t index) {
  return {{run.first.job, static_cast<std::int32_t>(rank_in(run, index))}, run.count - index, run.stride};
}

// Appends the processes of `run`, and joins runs where possible, so that equal sequences of processes have equal runs.
void append(std::vector<MemberRun> &runs, MemberRun run) {
  if (run.count < 1) return;
  if (!runs.empty() && runs.back().first.job == run.first.job) {
    MemberRun &last = runs.back();
    const std::int64_t step = std::int64_t{run.first.rank} - last.first.rank;
    const bool continues =
        last.count == 1 ? step == static_cast<std::int32_t>(step) : rank_in(last, last.count) == run.first.rank;
    if (continues && std::int64_t{last.count} + run.count <= INT32_MAX) {
      if (last.count == 1) last.stride = static_cast<std::int32_t>(step);
      if (run.count == 1 || run.stride == last.stride) {
        last.count += run.count;
        return;
      }
      ++last.count;
      run = rest_of(run, 1);
    }
  }
  if (run.count == 1) run.stride = 1;
  runs.push_back(run);
}

std::size_t mix(std::size_t seed, std::uint64_t value) {
  return (seed ^ value) * 0x9e3779b97f4a7c15u + (seed >> 29);
}

}  // namespace

Members::Members(const std::vector<MemberRun> &runs) {
  std::vector<MemberRun> joined;
  for (const MemberRun &run : runs) append(joined, run);
  if (!joined.empty()) runs_ = std::make_shared<const std::vector<MemberRun>>(std::move(joined));
}

const std::vector<MemberRun> &Members::runs() const {
  static const std::vector<MemberRun> none;
  return runs_ ? *runs_ : none;
}

std::int64_t Members::size() const {
  std::int64_t size = 0;
  for (const MemberRun &run : runs()) size += run.count;
  return size;
}

std::optional<ProcessId> Members::at(std::int64_t rank) const {
  if (rank < 0) return std::nullopt;
  for (const MemberRun &run : runs()) {
    if (rank < run.count) return ProcessId{run.first.job, static_cast<std::int32_t>(rank_in(run, rank))};
    rank -= run.count;
  }
  return std::nullopt;
}

std::optional<std::int64_t> Members::rank_of(ProcessId process) const {
  std::int64_t before = 0;
  for (const MemberRun &run : runs()) {
    if (run.first.job == process.job) {
      const std::int64_t distance = std::int64_t{process.rank} - run.first.rank;
      const std::int64_t index = run.stride == 0 ? 0 : distance / run.stride;
      if (index >= 0 && index < run.count && rank_in(run, index) == process.rank) return before + index;
    }
    before += run.count;
  }
  return std::nullopt;
}

std::size_t MembersHash::operator()(const Members &members) const {
  std::size_t seed = members.runs().size();
  for (const MemberRun &run : members.runs()) {
    seed = mix(seed, (std::uint64_t{run.first.job} << 32) ^ static_cast<std::uint32_t>(run.first.rank));
    seed = mix(seed, (static_cast<std::uint64_t>(run.count) << 32) ^ static_cast<std::uint32_t>(run.stride));
  }
  return seed;
}

}  // namespace mqs_shim::why
