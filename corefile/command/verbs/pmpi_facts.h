#pragma once
// The answer of `pmpi` as a part of a capture, where the files that it is found from are missing.

#include <cstddef>
#include <vector>

#include "corefile/mpi/mpi_profiling.h"

namespace command {

// An error is kept as well: the answer is that there is none. Modules are numbers in process.modules().
std::vector<std::byte> encode_profiling(const corefile::Result<corefile::MpiProfiling> &profiling,
                                        const corefile::Process &process);

// Of the bytes that a capture has. Errors: what encode_profiling() was given; corrupt if the bytes are none of its.
corefile::Result<corefile::MpiProfiling> decode_profiling(const std::vector<std::byte> &bytes,
                                                          const corefile::Process &process);

}  // namespace command
