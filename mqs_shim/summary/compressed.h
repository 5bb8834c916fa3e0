#pragma once
// Bytes in less room (zstd).

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "mpidbg/base/result.h"

namespace mqs_shim::summaries {

// The error for a summary that is damaged.
inline mpidbg::Error corrupt(std::string message) {
  return {mpidbg::ErrorCode::corrupt, std::move(message)};
}

std::string compressed(std::string_view bytes);
// `size`: what comes out, at most 128 MiB. Memory is taken only as far as the bytes fill it.
mpidbg::Result<std::string> uncompressed(std::string_view bytes, std::uint64_t size);

}  // namespace mqs_shim::summaries
