#pragma once
// Finds rooted collectives on an intercommunicator in which no process is the root, although one process of one group
// has to pass MPI_ROOT.

#include <cstdint>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim::why {

// Describes a rooted collective in which no process is the root.
struct MissingRoot {
  // A thread or nonblocking collective, as a number in Waits::agents, that waits in the collective for data of the
  // root, or for the root to accept data.
  std::uint32_t agent = 0;
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::vector<std::uint32_t> group;  // all processes of the other group; none of them takes part as the root
};

// Returns the collectives without a root that `agents` (threads and nonblocking collectives that can never continue)
// are in; each collective once. Finds only collectives whose internal messages show for whom the agent waits, and for
// which there is evidence of all processes of the other group.
std::vector<MissingRoot> find_missing_roots(const Waits &waits, const Verdict &verdict,
                                            const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim::why
