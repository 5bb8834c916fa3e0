#pragma once
// Who has the locks of windows, where a library keeps which locks a process has or waits for, but not which of the two.
//
// A process that waits in MPI_Win_lock waits for one lock and has all others that it asked for. Whichever it is, what
// it has nobody else has against it: who asked for the same waits for that, and so has all of its own others. What
// follows in this way from each choice that a process may have made is true if the choice is; a choice that leads to
// two owners of one exclusive lock was not made. Conclusions rest on processes that were seen at the same instant.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"

namespace mqs_shim::why {

class LockOwners {
 public:
  LockOwners(std::span<const Evidence> evidence, const CommunicatorIndex &communicators);

  struct Answer {
    bool possible = true;               // whether the process may be waiting for this lock
    std::vector<std::uint32_t> owners;  // if it is: who has a lock that is in its way, for certain; sorted
    bool inferred = false;              // they are if it wants the lock for exclusive access, which is not known
    // Of a shared lock that is in nobody's possession against it: who wants it for exclusive access, or may have it so.
    // Unless it is being granted, one of them comes before it.
    std::vector<std::uint32_t> before;
  };
  // Of a lock that a process waits for, or may wait for: indices of Evidence::windows and Window::locks.
  Answer in_the_way(std::uint32_t process, std::int32_t window, std::int32_t lock) const;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  // A lock that a process has or wants.
  struct Entry {
    CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
    std::int32_t target = -1;
    std::uint32_t process = 0;
    std::int32_t window = 0, lock = 0;
    bool exclusive = false;
    bool may_be_held = false;  // not known to be only wanted
  };
  // What is known, or follows from a choice.
  struct Conclusions {
    std::vector<bool> held;             // by entry
    std::vector<std::uint32_t> chosen;  // of each process: the entry that it waits for; none: not known
  };

  void collect();
  void find_choices(std::uint32_t process);
  std::optional<std::uint32_t> find(std::uint32_t process, std::int32_t window, std::int32_t lock) const;
  bool is_choice(std::uint32_t entry) const;
  std::vector<std::uint32_t> conflicts(std::uint32_t entry, bool if_exclusive = false) const;
  bool is_of_one_snapshot(std::uint32_t process, std::uint32_t other) const;
  // False: they contradict each other.
  bool hold(std::uint32_t entry, Conclusions &known) const;
  bool choose(std::uint32_t entry, Conclusions &known) const;
  Answer owners(std::uint32_t entry, const Conclusions &known) const;

  std::span<const Evidence> evidence_;
  const CommunicatorIndex &communicators_;
  std::vector<Entry> entries_;                       // by process, window, lock
  std::vector<std::uint32_t> begin_;                 // of each process in `entries_`
  std::vector<std::uint32_t> by_place_;              // entries by communicator and target
  std::vector<std::vector<std::uint32_t>> choices_;  // of each process: entries, one of which it waits for
  std::vector<bool> concludes_;                      // of each process: its calls are understood
  Conclusions known_;                                // without any choice
};

}  // namespace mqs_shim::why
