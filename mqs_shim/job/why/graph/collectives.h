#pragma once
// Relates collectives of different processes: tells which collective each process is in, and which members it waits
// for.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"

namespace mqs_shim::why {

// Says which other members a process waits for at least, while it is blocked in a collective.
enum class Needs : std::uint8_t {
  all,   // no member returns before all members have entered
  root,  // the process does not return before the root has entered
  some   // the process waits for some other member; counts or the library decide for which one
};

// Returns what a process that is in `collective` needs, by the rules of the standard rather than of a library. `rank`
// is the rank of the process in the communicator, if it is known.
Needs needs_of(const Collective &collective, std::optional<std::int64_t> rank, bool is_intercommunicator);

// Says that a process is in a collective: in a blocking call or, if `schedule` is set, with a nonblocking collective
// that it has begun.
struct Entry {
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::uint32_t process = 0;
  std::uint32_t agent = 0;  // index of the thread or schedule in the evidence
  bool schedule = false;
  // Returns the description of the process's collective. The result is a part of `evidence`.
  const Collective &of(std::span<const Evidence> evidence) const;
};

// Says whether a process has entered the collective that another member is in.
enum class Entered : std::uint8_t {
  yes,
  not_seen,  // the process is not in the collective; it may have been in it and have left
  no         // the numbers of its collectives show that it has not
};

// Indexes the collectives that processes are in. The arguments of the constructor must outlive this object.
class Collectives {
 public:
  Collectives(std::span<const Evidence> evidence, const CommunicatorIndex &communicators);

  // Lists all processes that are in a collective on a known communicator, in the order of communicators and processes.
  const std::vector<Entry> &entries() const { return entries_; }
  std::span<const Entry> on(CommunicatorIndex::Id communicator) const;
  std::span<const Entry> of(CommunicatorIndex::Id communicator, std::uint32_t process) const;

  // Returns how many collectives the process has entered on the communicator, or nothing if collectives are not
  // counted.
  std::optional<std::int64_t> entered_on(CommunicatorIndex::Id communicator, std::uint32_t process) const;
  // Returns how many nonblocking collectives the process has begun on the communicator, or nothing if they are not
  // counted.
  std::optional<std::int64_t> begun_on(CommunicatorIndex::Id communicator, std::uint32_t process) const;
  // Finds the persistent collective of `process` on the communicator that has this number (counted like nonblocking
  // collectives) and was not started. Returns its index in Evidence::inactive; nothing if there is none, or if the
  // library does not number collectives.
  std::optional<std::uint32_t> not_started_on(CommunicatorIndex::Id communicator, std::uint32_t process,
                                              const std::optional<std::int64_t> &number) const;
  // Says whether `process` has entered `collective`, which another process is in.
  Entered entered(const Collective &collective, CommunicatorIndex::Id communicator, std::uint32_t process) const;
  // Returns true if `process` has entered the collective and is not waiting for other ranks there: it runs code of the
  // program, or is blocked in a system call. The other members wait for it although it has entered.
  bool is_busy(const Collective &collective, CommunicatorIndex::Id communicator, std::uint32_t process) const;
  // Returns true if a blocking call of the same process appears to have started the nonblocking collective of this
  // entry as a part of its own work.
  bool is_part_of_call(const Entry &entry) const;
  // Returns true if a thread of the process is in a call with this name on an unknown communicator, which may therefore
  // be the same collective.
  bool may_be_in(const Collective &collective, std::uint32_t process) const;

 private:
  std::span<const Evidence> evidence_;
  const CommunicatorIndex &communicators_;
  std::vector<Entry> entries_;
};

// Returns the process's intercommunicators to which an internal communicator may belong, judged by its members. The
// library makes an internal communicator for the local group of an intercommunicator, and may wait on it inside of a
// collective. Returns nothing for communicators that are not internal.
std::vector<std::int32_t> intercommunicators_around(const Evidence &evidence, std::int32_t communicator);

// Returns true if two processes on one communicator can be in the same collective: name, root and number agree as far
// as they are known.
bool can_be_same(const Collective &one, const Collective &other);

}  // namespace mqs_shim::why
