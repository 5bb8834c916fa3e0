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

// Describes processes whose calls cannot be seen, but whose pending internal messages have the tag of a blocking
// collective. The tag is only a hint, as an algorithm may use the tag of another collective.
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
  // Members that no other member waits for and that are in no collective of the others. They may have taken part and
  // returned, as the first ranks may return early from MPI_Scan. Determined from internal messages; empty if some of
  // those messages cannot be seen.
  std::vector<std::uint32_t> not_awaited;
};

// Returns one participation per communicator, in the order of communicators. Includes communicators with a thread that
// waits in a collective (directly, through a request, or as in Traced), and communicators with a nonblocking collective
// of a polling process.
std::vector<Participation> participations(const Waits &waits);

}  // namespace mqs_shim::why
