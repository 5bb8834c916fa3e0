#pragma once
// Finds different communicators that have the same context id on different ranks. That is possible because context ids
// are local to a process. If such communicators have members in common, a remark warns that they are not one
// communicator.

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
