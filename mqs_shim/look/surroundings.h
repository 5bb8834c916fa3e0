#pragma once
// Describes the surroundings of a process: facts that complete the report on it and are not in its memory.

#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

struct Surroundings {
  // Rank in and size of MPI_COMM_WORLD, according to the environment of the process.
  std::optional<int> world_rank, world_size;
  std::string program;                // the name of the executable, without directories; empty if unknown
  std::vector<std::string> warnings;  // sentences about limits of every answer
  std::vector<std::string> gaps;      // sentences about what is missing in this answer
};

// Adds the facts in `surroundings` to the report. Rank and size from the plugin take precedence over those from the
// environment.
void add_surroundings(ProcessReport &report, Surroundings surroundings);

}  // namespace mqs_shim
