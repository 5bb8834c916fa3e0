#pragma once
// Asks a process all questions of all commands at once, so that a capture contains the memory that each command reads.

#include <cstdint>
#include <string>

#include "corefile/capture/recorded_process.h"
#include "corefile/command/targets/look.h"

namespace command {

// The result of ask_everything() for one process.
struct AskedProcess {
  int world_rank = -1;
  std::string library;              // name and version, such as "Open MPI 4.1.4"
  std::string problem;              // reason why MPI's objects cannot be seen; the stacks may be visible nevertheless
  std::uint64_t data_left_out = 0;  // size of buffers in bytes beyond most_data_bytes
};

// Limit for the number of MPI objects about which details are asked, one by one.
inline constexpr std::size_t most_shown = 4096;

// Limit for the size of all buffers of pending messages in a capture. The process is held while the buffers are copied.
inline constexpr std::uint64_t most_data_bytes = std::uint64_t{16} << 20;

// Asks all questions. `with_data` adds reading the buffers of pending messages and requests.
AskedProcess ask_everything(corefile::RecordedProcess &process, Plugins &plugins, bool with_data);

}  // namespace command
