#pragma once
// Compresses and uncompresses bytes with zstd.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "mpidbg/base/result.h"

namespace mqs_shim::summaries {

// Returns the error for a damaged summary.
inline mpidbg::Error corrupt(std::string message) {
  return {mpidbg::ErrorCode::corrupt, std::move(message)};
}

// Compresses the bytes with zstd. Throws std::bad_alloc if memory is exhausted.
std::string compressed(std::string_view bytes);
// Uncompresses the bytes. `size` is the expected size of the result, at most 128 MiB. Memory is allocated as the result
// grows, so that a wrong size costs nothing. Fails if the bytes are damaged or the result has another size.
mpidbg::Result<std::string> uncompressed(std::string_view bytes, std::uint64_t size);

}  // namespace mqs_shim::summaries
