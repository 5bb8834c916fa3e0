#pragma once
// Lists for each communicator which members are in which collective, and which are in none.

#include <cstdint>
#include <string>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Describes processes that are in the same collective: name, root and number agree, and all calls are blocking or all
// are nonblocking.
struct ParticipationGroup {
  Entry example;  // the collective of the first process
  std::vector<std::uint32_t> processes;
};

// Describes processes whose calls cannot be seen, but which have a pending internal message whose tag belongs to a
// blocking collective. This is only a hint, as an algorithm may use the tag of another collective.
struct Traced {
  std::string name;
  std::vector<std::uint32_t> processes;
};

// Describes all members of one communicator by the collectives they are in.
struct Participation {
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::vector<ParticipationGroup> groups;  // the smallest group first, as it is the most suspicious
  std::vector<Traced> traced;              // in the order of names
  std::vector<std::uint32_t> hidden;       // members whose calls cannot be seen, and that have no internal message
  // Members that are in none of the collectives above, nor in a call that may be one of those collectives.
  std::vector<std::uint32_t> absent;
  bool unseen = false;  // some members have no evidence
  // Members that are in none of the other members' collectives and that no member waits for, because they may have
  // taken part and returned, as the first ranks may return from MPI_Scan. Determined from internal messages; empty if
  // some of those messages cannot be seen.
  std::vector<std::uint32_t> not_awaited;
};

// Returns the participation for each communicator on which a thread waits in a collective (directly, through a request,
// or as in Traced), and for each on which a polling process has a nonblocking collective. The result is in the order of
// communicators.
std::vector<Participation> participations(const Waits &waits);

}  // namespace mqs_shim::why
