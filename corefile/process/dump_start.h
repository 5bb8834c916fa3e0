#pragma once
// Reads the start of a core file that the kernel is writing to a pipe. The facts about threads come first, followed by
// possibly gigabytes of memory.

#include "corefile/process/core_notes.h"

namespace corefile {

// The part of a dump before the memory.
struct DumpStart {
  const Machine *machine;
  CoreNotes notes;
};

// Reads a dump up to the end of its notes; until more is read, the kernel waits and the process continues to exist.
// Errors are sentences: not a core file, another machine, cut off, or notes larger than most_dump_start bytes.
inline constexpr std::uint64_t most_dump_start = std::uint64_t{64} << 20;
Result<DumpStart> read_dump_start(int fd);

}  // namespace corefile
