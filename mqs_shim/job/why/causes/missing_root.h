#pragma once
// Finds rooted collectives on an intercommunicator in which no process is the root, although one process of one group
// has to pass MPI_ROOT.

#include <cstdint>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim::why {

// Describes a rooted collective in which no process is the root.
struct MissingRoot {
  // A thread or nonblocking collective in the collective, given by its number in Waits::agents. It waits for data of
  // the root, or for the root to accept data.
  std::uint32_t agent = 0;
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::vector<std::uint32_t> group;  // all processes of the other group; none of them takes part as the root
};

// Returns the collectives of `agents` that have no root, each collective once. `agents` are threads and nonblocking
// collectives that can never continue. A collective is found only if its internal messages show for whom the agent
// waits, and if all processes of the other group have evidence.
std::vector<MissingRoot> find_missing_roots(const Waits &waits, const Verdict &verdict,
                                            const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim::why
