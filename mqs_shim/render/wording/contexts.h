#pragma once
// Context ids are local to a process, so that different communicators may have the same one on different ranks. Readers
// would take these communicators for one. This class adds a remark if such communicators have members in common.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

// Collects the communicators of all processes.
class Contexts {
 public:
  void add(const ProcessReport &report, const std::vector<const CommunicatorRecord *> &communicators);
  // Writes remarks such as "context 3 is that of different communicators: solver (ranks 0-3), halo (ranks 4-7)".
  void write(BlockOutput &output) const;

 private:
  // Holds the properties of a communicator. All its members agree about them, except perhaps about the name.
  struct Identity {
    std::string name;
    int size;
    std::vector<ProcessName> members;
  };
  struct Communicator {
    Identity identity;
    std::vector<int> ranks;      // ranks in MPI_COMM_WORLD of its members
    std::vector<int> own_ranks;  // the same members' ranks in the communicator
  };
  static bool overlap(const std::vector<Communicator> &communicators);
  static bool are_different(const std::vector<Communicator> &communicators);

  std::set<std::pair<std::uint32_t, int>> seen_{};  // jobs and their ranks
  std::map<std::pair<std::uint32_t, std::int64_t>, std::vector<Communicator>> contexts_{};
};

}  // namespace mqs_shim
