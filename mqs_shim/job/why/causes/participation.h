#pragma once
// Per communicator: who is in which collective, and who is in none.

#include <cstdint>
#include <string>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Processes in the same collective: equal name, root and number, blocking or not.
struct ParticipationGroup {
  Entry example;  // in the first of them
  std::vector<std::uint32_t> processes;
};

// Processes whose call cannot be seen, with a pending message of the library that names a blocking collective by its
// tag: a hint, since an algorithm may use the tag of another one.
struct Traced {
  std::string name;
  std::vector<std::uint32_t> processes;
};

struct Participation {
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::vector<ParticipationGroup> groups;  // the smallest first: outliers
  std::vector<Traced> traced;              // by name
  std::vector<std::uint32_t> hidden;       // members whose call cannot be seen, with no such message
  std::vector<std::uint32_t> absent;       // members in none of them, nor in one that may be the same
  bool unseen = false;                     // there is no evidence of some members
  // Members that are not in the collectives of others, and that nobody in these waits for: they may have been in them
  // and have left, as the first ranks leave MPI_Scan. By the library's messages; empty where not all of them are seen.
  std::vector<std::uint32_t> not_awaited;
};

// Of each communicator that a thread waits in a collective on, directly, by a request, or as traced, and on which a
// process that polls has a nonblocking collective. In the order of communicators.
std::vector<Participation> participations(const Waits &waits);

}  // namespace mqs_shim::why
