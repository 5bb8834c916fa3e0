#pragma once
// Determines the processes for which one process waits in a window: they have to call MPI_Win_post, MPI_Win_complete or
// MPI_Win_unlock.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"
#include "mqs_shim/job/why/graph/lock_owners.h"

namespace mqs_shim::why {

// Lists the processes whose help is needed for a condition of the kind post, complete or lock. They are sorted indices
// of evidence.
struct WindowHelpers {
  std::vector<std::uint32_t> all;   // all of these have to act
  std::vector<std::uint32_t> some;  // one of these has to act in addition; empty if that is not known of any process
  std::vector<ProcessId> unseen;    // processes without evidence that may have to act
  bool nobody = false;              // no process has to act, as nothing is missing
  bool impossible = false;          // the process does not wait for this condition
  bool inferred = false;            // `all` was inferred, not read
  bool queued = false;              // for a lock: these processes wait for the same lock and will get it first
  // For a lock that no process holds or wants: `all` is the target, which grants the lock when it is inside of MPI.
  bool answers = false;
  bool empty() const { return all.empty() && some.empty(); }
};

// Indexes the windows of all processes. The arguments of the constructor must outlive this object.
class Windows {
 public:
  Windows(std::span<const Evidence> evidence, const ProcessIndex &processes, const CommunicatorIndex &communicators);

  // Returns the window that a condition refers to, or null if it refers to none.
  static const Window *window_of(const Evidence &evidence, const Condition &condition);

  WindowHelpers helpers(std::uint32_t process, const Condition &condition) const;

 private:
  // Returns the index of the same window on another process, or nothing if that process does not have it.
  std::optional<std::uint32_t> find(std::uint32_t process, CommunicatorIndex::Id communicator) const;
  // Returns the window as the process has it; null if the process does not have it, or if its windows are not known.
  const Window *on(std::uint32_t process, CommunicatorIndex::Id communicator) const;
  WindowHelpers who_has_to_post(std::uint32_t process, const Window &window) const;
  WindowHelpers who_has_to_complete(std::uint32_t process, const Window &window) const;
  WindowHelpers who_is_in_the_way(std::uint32_t process, const Window &window, const Condition &condition) const;

  struct Place {
    CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
    std::uint32_t process = 0, index = 0;
  };

  std::span<const Evidence> evidence_;
  const ProcessIndex &processes_;
  const CommunicatorIndex &communicators_;
  std::vector<Place> places_;  // sorted by communicator and process
  LockOwners owners_;
};

}  // namespace mqs_shim::why
