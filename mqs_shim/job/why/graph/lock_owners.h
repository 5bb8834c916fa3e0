#pragma once
// Infers who holds window locks. It is for libraries that store which locks a process has requested, but not whether it
// holds them or waits for them.
//
// A process that waits in MPI_Win_lock waits for one lock and holds all others that it requested. Each process
// therefore has some choices for the lock that it waits for. A choice implies that the process holds its other locks.
// Any other process that requested one of these must then be waiting for it and hold all its other locks, and so on. A
// choice that implies two holders of one exclusive lock is impossible. An implication that follows from every remaining
// choice is certain. Only processes that were seen at the same instant are combined.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"

namespace mqs_shim::why {

// Infers the owners of the locks of all windows of a job. The arguments of the constructor must outlive this object.
class LockOwners {
 public:
  LockOwners(std::span<const Evidence> evidence, const CommunicatorIndex &communicators);

  // Says who prevents a process from getting a lock.
  struct Answer {
    bool possible = true;               // the process may be waiting for this lock
    std::vector<std::uint32_t> owners;  // if `possible`: processes that certainly hold a conflicting lock; sorted
    bool inferred = false;              // `owners` assumes that the process wants exclusive access, which is not known
    // For a shared lock without conflicting owners: processes that want, or may hold, the lock for exclusive access.
    // One of them is served first, unless the shared lock is just being granted.
    std::vector<std::uint32_t> before;
  };
  // Returns who prevents the process from getting a lock for which it waits or may wait. `window` is an index in
  // Evidence::windows, `lock` an index in Window::locks.
  Answer in_the_way(std::uint32_t process, std::int32_t window, std::int32_t lock) const;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  // Describes a lock that a process holds or wants.
  struct Entry {
    CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
    std::int32_t target = -1;
    std::uint32_t process = 0;
    std::int32_t window = 0, lock = 0;
    bool exclusive = false;
    bool may_be_held = false;  // false: the lock is known to be only wanted
  };
  // Holds which locks are held and which are waited for, as far as that is known or follows from a choice.
  struct Conclusions {
    std::vector<bool> held;             // for each entry, whether its lock is held
    std::vector<std::uint32_t> chosen;  // for each process, the entry that it waits for; `none` if it is not known
  };

  void collect();
  void find_choices(std::uint32_t process);
  std::optional<std::uint32_t> find(std::uint32_t process, std::int32_t window, std::int32_t lock) const;
  bool is_choice(std::uint32_t entry) const;
  std::vector<std::uint32_t> conflicts(std::uint32_t entry, bool if_exclusive = false) const;
  bool is_of_one_snapshot(std::uint32_t process, std::uint32_t other) const;
  // Add to `known` what follows if the process of `entry` holds this lock (hold) or waits for it (choose). Return false
  // if that leads to a contradiction.
  bool hold(std::uint32_t entry, Conclusions &known) const;
  bool choose(std::uint32_t entry, Conclusions &known) const;
  Answer owners(std::uint32_t entry, const Conclusions &known) const;

  std::span<const Evidence> evidence_;
  const CommunicatorIndex &communicators_;
  std::vector<Entry> entries_;                       // sorted by process, window and lock
  std::vector<std::uint32_t> begin_;                 // for each process, its first entry
  std::vector<std::uint32_t> by_place_;              // numbers of entries, sorted by communicator and target
  std::vector<std::vector<std::uint32_t>> choices_;  // for each process, the entries that it may be waiting for
  std::vector<bool> concludes_;                      // for each process, whether its calls are understood
  Conclusions known_;                                // conclusions that need no choice
};

}  // namespace mqs_shim::why
