#pragma once
// Context ids are numbers of a process: different communicators may have the same one on different ranks, and a reader
// takes them for one. That is remarked of those that have members in common.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

class Contexts {
 public:
  void add(const ProcessReport &report, const std::vector<const CommunicatorRecord *> &communicators);
  // "context 3 is that of different communicators: solver (ranks 0-3), halo (ranks 4-7)"
  void write(BlockOutput &output) const;

 private:
  // What members of one communicator agree on, but for the name.
  struct Identity {
    std::string name;
    int size;
    std::vector<ProcessName> members;
  };
  struct Communicator {
    Identity identity;
    std::vector<int> ranks;      // that have it, in MPI_COMM_WORLD
    std::vector<int> own_ranks;  // of these, in the communicator
  };
  static bool overlap(const std::vector<Communicator> &communicators);
  static bool are_different(const std::vector<Communicator> &communicators);

  std::set<std::pair<std::uint32_t, int>> seen_{};  // jobs and their ranks
  std::map<std::pair<std::uint32_t, std::int64_t>, std::vector<Communicator>> contexts_{};
};

}  // namespace mqs_shim
