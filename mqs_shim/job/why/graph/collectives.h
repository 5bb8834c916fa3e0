#pragma once
// Collective operations across processes: who has to enter for whom, and who is where on each communicator.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"

namespace mqs_shim::why {

// Whom a process that is blocked in a collective waits for at least.
enum class Needs : std::uint8_t {
  all,   // nobody returns before all members have entered
  root,  // it does not return before the root has entered
  some   // some other member: which depends on counts or on the library
};

// By the standard, not by the library. `rank` is that of the process in the communicator, if known.
Needs needs_of(const Collective &collective, std::optional<std::int64_t> rank, bool is_intercommunicator);

// One process in one collective: by a blocking call or, with `schedule`, by a nonblocking one.
struct Entry {
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::uint32_t process = 0;
  std::uint32_t agent = 0;  // index of the thread or schedule
  bool schedule = false;
  const Collective &of(std::span<const Evidence> evidence) const;
};

// Whether a member has entered a collective of another one.
enum class Entered : std::uint8_t {
  yes,
  not_seen,  // it is not in it; it may have been there and have left
  no         // by the numbers of the collectives
};

class Collectives {
 public:
  Collectives(std::span<const Evidence> evidence, const CommunicatorIndex &communicators);

  // All who are in a collective on a known communicator, in the order of communicators and processes.
  const std::vector<Entry> &entries() const { return entries_; }
  std::span<const Entry> on(CommunicatorIndex::Id communicator) const;
  std::span<const Entry> of(CommunicatorIndex::Id communicator, std::uint32_t process) const;

  // How many `process` has entered on it, where they are counted.
  std::optional<std::int64_t> entered_on(CommunicatorIndex::Id communicator, std::uint32_t process) const;
  // How many nonblocking ones it has begun on it, likewise.
  std::optional<std::int64_t> begun_on(CommunicatorIndex::Id communicator, std::uint32_t process) const;
  // The persistent collective on it, by its number in Evidence::inactive, that `process` has not started and that is
  // the nonblocking one of this number, where they are numbered.
  std::optional<std::uint32_t> not_started_on(CommunicatorIndex::Id communicator, std::uint32_t process,
                                              const std::optional<std::int64_t> &number) const;
  // Whether `process` has entered `collective`, which another process is in.
  Entered entered(const Collective &collective, CommunicatorIndex::Id communicator, std::uint32_t process) const;
  // Whether it has, and a thread does something else in there than to wait for others: it runs the program's code, or
  // the system blocks it. The others wait for it, although it has entered.
  bool is_busy(const Collective &collective, CommunicatorIndex::Id communicator, std::uint32_t process) const;
  // Whether it is one that a blocking call of the same process has begun for itself, as far as can be told.
  bool is_part_of_call(const Entry &entry) const;
  // Whether a thread of it is in a call of this name whose communicator is not known: it may be the same collective.
  bool may_be_in(const Collective &collective, std::uint32_t process) const;

 private:
  std::span<const Evidence> evidence_;
  const CommunicatorIndex &communicators_;
  std::vector<Entry> entries_;
};

// Intercommunicators of a process that a communicator of the library's own may be part of: the library makes one for
// the local group and waits there inside of their collectives. By the members; empty for any other communicator.
std::vector<std::int32_t> intercommunicators_around(const Evidence &evidence, std::int32_t communicator);

// Whether two processes on one communicator can be in the same collective: name, root and number agree as far as known.
bool can_be_same(const Collective &one, const Collective &other);

}  // namespace mqs_shim::why
