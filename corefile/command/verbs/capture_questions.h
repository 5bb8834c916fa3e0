#pragma once
// What all commands ask a process, asked at once, so that a capture of it has what each of them reads.

#include <cstdint>
#include <string>

#include "corefile/capture/recorded_process.h"
#include "corefile/command/targets/look.h"

namespace command {

struct AskedProcess {
  int world_rank = -1;
  std::string library;              // "Open MPI 4.1.4"
  std::string problem;              // why MPI's objects cannot be seen; the stacks can be all the same
  std::uint64_t data_left_out = 0;  // bytes of buffers beyond most_data_bytes
};

// Objects are shown in full one by one; of so many at most.
inline constexpr std::size_t most_shown = 4096;

// Buffers of pending messages in a capture, all together: the process is held still while they are copied.
inline constexpr std::uint64_t most_data_bytes = std::uint64_t{16} << 20;

// `with_data`: also the buffers of pending messages and requests.
AskedProcess ask_everything(corefile::RecordedProcess &process, Plugins &plugins, bool with_data);

}  // namespace command
