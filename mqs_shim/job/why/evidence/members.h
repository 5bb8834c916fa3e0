#pragma once
// Names MPI processes and groups of processes. The names are the same in the evidence of all processes of a job.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace mqs_shim::why {

// Names a process. A job is the set of processes that share an MPI_COMM_WORLD; `rank` is the rank in it, or -1 if it is
// not known.
struct ProcessId {
  std::uint32_t job = 0;
  std::int32_t rank = -1;  // rank in the MPI_COMM_WORLD of the job
  auto operator<=>(const ProcessId &) const = default;
};

// Names `count` processes of one job whose ranks differ by `stride`, which may be negative.
struct MemberRun {
  ProcessId first;
  std::int32_t count = 0;
  std::int32_t stride = 1;
  auto operator<=>(const MemberRun &) const = default;
};

// Lists the members of a group in the order of their ranks, as runs of processes. For example, an MPI_COMM_WORLD of a
// million processes is one run. Copies share the list. Two lists of the same processes in the same order are equal,
// however they were made.
//
// Counts and ranks come from the memory of the target and are not checked here. Code that walks the members has to look
// at runs() and limit the effort itself.
class Members {
 public:
  Members() = default;
  Members(const std::vector<MemberRun> &runs);  // drops runs with no process
  Members(ProcessId process) : Members(std::vector<MemberRun>{{process, 1, 1}}) {}

  const std::vector<MemberRun> &runs() const;
  bool empty() const { return !runs_; }
  // Returns the sum of the counts of all runs.
  std::int64_t size() const;
  std::optional<ProcessId> at(std::int64_t rank) const;  // returns nothing if no member has this rank
  // Returns the rank of the process in the group, or nothing if the process is not a member.
  std::optional<std::int64_t> rank_of(ProcessId process) const;
  bool contains(ProcessId process) const { return rank_of(process).has_value(); }

  bool operator==(const Members &other) const { return runs_ == other.runs_ || runs() == other.runs(); }

 private:
  std::shared_ptr<const std::vector<MemberRun>> runs_;  // null if there are no members
};

// Hashes the list of runs, for unordered containers.
struct MembersHash {
  std::size_t operator()(const Members &members) const;
};

}  // namespace mqs_shim::why
