#pragma once
// Stores the answer of the command `pmpi` in a capture. The answer is derived from files that are not in the capture.

#include <cstddef>
#include <vector>

#include "corefile/mpi/mpi_profiling.h"

namespace command {

// Encodes the answer, which may be an error. Modules are encoded as indices in process.modules().
std::vector<std::byte> encode_profiling(const corefile::Result<corefile::MpiProfiling> &profiling,
                                        const corefile::Process &process);

// Decodes the bytes. Fails with the encoded error if there is one, and with `corrupt` if the bytes are damaged.
corefile::Result<corefile::MpiProfiling> decode_profiling(const std::vector<std::byte> &bytes,
                                                          const corefile::Process &process);

}  // namespace command
