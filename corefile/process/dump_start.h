#pragma once
// The start of a core file that the kernel is writing to a pipe: what it says of the threads comes first, gigabytes of
// memory after it.

#include "corefile/process/core_notes.h"

namespace corefile {

struct DumpStart {
  const Machine *machine;
  CoreNotes notes;
};

// Reads no further than the notes, so that the kernel waits with the rest. Errors are sentences: not a core file, of
// another machine, cut off, more notes than most_dump_start bytes.
inline constexpr std::uint64_t most_dump_start = std::uint64_t{64} << 20;
Result<DumpStart> read_dump_start(int fd);

}  // namespace corefile
