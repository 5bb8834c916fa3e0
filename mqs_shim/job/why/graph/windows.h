#pragma once
// Windows across processes: whose MPI_Win_post, MPI_Win_complete or MPI_Win_unlock one process waits for.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"
#include "mqs_shim/job/why/graph/lock_owners.h"

namespace mqs_shim::why {

// Whose help a condition of kind post, complete or lock needs. Indices of evidence, sorted.
struct WindowHelpers {
  std::vector<std::uint32_t> all;   // each of them has to act
  std::vector<std::uint32_t> some;  // one of them has to act as well; empty: that is not known of anybody
  std::vector<ProcessId> unseen;    // may have to act, and there is no evidence of them
  bool nobody = false;              // nothing is missing
  bool impossible = false;          // it is not what the process waits for
  bool inferred = false;            // `all` was concluded, not read
  bool queued = false;              // of a lock: they wait for it themselves, and come first
  bool empty() const { return all.empty() && some.empty(); }
};

class Windows {
 public:
  Windows(std::span<const Evidence> evidence, const ProcessIndex &processes, const CommunicatorIndex &communicators);

  // The window of a condition; null if there is none.
  static const Window *window_of(const Evidence &evidence, const Condition &condition);

  WindowHelpers helpers(std::uint32_t process, const Condition &condition) const;

 private:
  // The window on another process, its index; nothing: it does not have it.
  std::optional<std::uint32_t> find(std::uint32_t process, CommunicatorIndex::Id communicator) const;
  // Null: it does not have it, or its windows are not known.
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
  std::vector<Place> places_;  // by communicator and process
  LockOwners owners_;
};

}  // namespace mqs_shim::why
