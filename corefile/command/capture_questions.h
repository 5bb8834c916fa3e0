#pragma once
// What all commands ask a process, asked at once, so that a capture of it has what each of them reads.

#include <string>

#include "corefile/capture/recorded_process.h"
#include "corefile/command/look.h"

namespace command {

struct AskedProcess {
  int world_rank = -1;
  std::string library;  // "Open MPI 4.1.4"
  std::string problem;  // why MPI's objects cannot be seen; the stacks can be all the same
};

// Objects are shown in full one by one; of so many at most.
inline constexpr std::size_t most_shown = 4096;

AskedProcess ask_everything(corefile::RecordedProcess &process, Plugins &plugins);

}  // namespace command
