#pragma once
// Which process is which, and which communicator on one process is the same as which on another.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// The processes that there is evidence of, by their name. Indices are those of the evidence.
class ProcessIndex {
 public:
  explicit ProcessIndex(std::span<const Evidence> evidence);

  std::optional<std::uint32_t> find(ProcessId process) const;
  // Processes of which there is evidence twice, or whose rank is not known. Which evidence is right is not known.
  const std::vector<std::uint32_t> &ambiguous() const { return ambiguous_; }

  // Those of `members` that there is evidence of, run by run, each as often as it is a member. The effort is bounded by
  // the evidence, whatever the counts claim: false if it was cut short.
  bool each(const Members &members, const std::function<void(std::uint32_t)> &visit) const;
  // The same until `visit` answers false.
  bool each_while(const Members &members, const std::function<bool(std::uint32_t)> &visit) const;

 private:
  std::vector<std::pair<ProcessId, std::uint32_t>> sorted_;
  std::vector<std::uint32_t> ambiguous_;
};

// One communicator of the job.
struct GlobalCommunicator {
  std::uint32_t process = 0, index = 0;  // where it is described: evidence, and communicator in it
  Members members, remote_members;  // the same two groups for all; of an intercommunicator in an order of their own
  std::uint32_t present = 0;        // processes that have it
};

class CommunicatorIndex {
 public:
  using Id = std::uint32_t;
  static constexpr Id unknown = UINT32_MAX;  // its context id or members are not known

  explicit CommunicatorIndex(std::span<const Evidence> evidence);

  Id id(std::size_t process, std::int32_t index) const;  // unknown for an index that there is not
  bool has(std::size_t process, Id id) const;
  const std::vector<GlobalCommunicator> &all() const { return all_; }

 private:
  std::vector<GlobalCommunicator> all_;
  std::vector<std::size_t> begin_;  // of each process in `ids_` and `sorted_`
  std::vector<Id> ids_, sorted_;
};

}  // namespace mqs_shim::why
