#pragma once
// Finds processes by job and rank, and determines which communicators of different processes are the same one.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Finds the evidence of a process by job and rank. All indices are positions in the span given to the constructor,
// which is not kept.
class ProcessIndex {
 public:
  explicit ProcessIndex(std::span<const Evidence> evidence);

  // Returns the index of the process's evidence, or nothing if it has none.
  std::optional<std::uint32_t> find(ProcessId process) const;
  // Lists the indices that find() never returns. They belong to processes that occur twice, or whose rank is not known.
  const std::vector<std::uint32_t> &ambiguous() const { return ambiguous_; }

  // Calls `visit` with the index of each member that has evidence, run by run. A process that is a member several times
  // is visited several times. Stops early and returns false if there are too many members for the amount of evidence,
  // as their number may be wrong.
  bool each(const Members &members, const std::function<void(std::uint32_t)> &visit) const;
  // Does the same as each(), and also stops when `visit` returns false.
  bool each_while(const Members &members, const std::function<bool(std::uint32_t)> &visit) const;

 private:
  std::vector<std::pair<ProcessId, std::uint32_t>> sorted_;
  std::vector<std::uint32_t> ambiguous_;
};

// Describes one communicator of the job, on all processes that have it.
struct GlobalCommunicator {
  // The index of one process that has the communicator, and the index of the communicator in that process's evidence.
  std::uint32_t process = 0, index = 0;
  // The groups, about which all processes agree. For an intercommunicator, their order does not depend on the process.
  Members members, remote_members;
  std::uint32_t present = 0;  // number of processes that have the communicator
};

// Numbers the communicators of a job. Two processes have the same number for a communicator if context id and members
// agree.
class CommunicatorIndex {
 public:
  using Id = std::uint32_t;
  static constexpr Id unknown = UINT32_MAX;  // number of a communicator whose context id or members are not known

  explicit CommunicatorIndex(std::span<const Evidence> evidence);

  // Returns the job's number for the communicator at `index` in the process's evidence; `unknown` if there is none.
  Id id(std::size_t process, std::int32_t index) const;
  // Returns true if the evidence of the process contains the communicator.
  bool has(std::size_t process, Id id) const;
  // Lists the communicators; an Id is an index in this list.
  const std::vector<GlobalCommunicator> &all() const { return all_; }

 private:
  std::vector<GlobalCommunicator> all_;
  std::vector<std::size_t> begin_;  // for each process, its first position in `ids_` and `sorted_`
  std::vector<Id> ids_, sorted_;
};

}  // namespace mqs_shim::why
