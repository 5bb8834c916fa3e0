#pragma once
// Processes of MPI, and groups of them, as all processes of a job name them.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace mqs_shim::why {

// A process: a job is what shares an MPI_COMM_WORLD.
struct ProcessId {
  std::uint32_t job = 0;
  std::int32_t rank = -1;  // in the job's MPI_COMM_WORLD
  auto operator<=>(const ProcessId &) const = default;
};

// `count` processes of one job, whose ranks differ by `stride`, which may be negative.
struct MemberRun {
  ProcessId first;
  std::int32_t count = 0;
  std::int32_t stride = 1;
  auto operator<=>(const MemberRun &) const = default;
};

// The members of a group in the order of their ranks in it, as runs: MPI_COMM_WORLD of a million processes is one run.
// Copies share the list. Two lists of the same processes in the same order are equal, however they were made.
//
// Counts and ranks come from foreign memory and are not limited here: who walks the members looks at `runs` and limits.
class Members {
 public:
  Members() = default;
  Members(const std::vector<MemberRun> &runs);  // runs of no process are dropped
  Members(ProcessId process) : Members(std::vector<MemberRun>{{process, 1, 1}}) {}

  const std::vector<MemberRun> &runs() const;
  bool empty() const { return !runs_; }
  std::int64_t size() const;
  std::optional<ProcessId> at(std::int64_t rank) const;  // nothing: no member has this rank
  std::optional<std::int64_t> rank_of(ProcessId process) const;
  bool contains(ProcessId process) const { return rank_of(process).has_value(); }

  bool operator==(const Members &other) const { return runs_ == other.runs_ || runs() == other.runs(); }

 private:
  std::shared_ptr<const std::vector<MemberRun>> runs_;  // null: no members
};

struct MembersHash {
  std::size_t operator()(const Members &members) const;
};

}  // namespace mqs_shim::why
