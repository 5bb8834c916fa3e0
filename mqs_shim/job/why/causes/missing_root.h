#pragma once
// Rooted collectives on an intercommunicator that nobody is the root of: one process of one group has to pass MPI_ROOT.

#include <cstdint>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim::why {

struct MissingRoot {
  std::uint32_t agent = 0;  // is in the collective and waits for data of its root, or for the root to take its own
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::vector<std::uint32_t> group;  // the processes of the other group, none of which is in it as its root
};

// Of agents that can never go on; each collective once. Only where the library's messages show for whom the agent
// waits, and there is evidence of the complete other group.
std::vector<MissingRoot> find_missing_roots(const Waits &waits, const Verdict &verdict,
                                            const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim::why
