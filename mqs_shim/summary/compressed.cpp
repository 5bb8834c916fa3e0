#include "mqs_shim/summary/compressed.h"

#include <zstd.h>

#include <algorithm>
#include <memory>
#include <new>

namespace mqs_shim::summaries {

namespace {

constexpr std::uint64_t largest = std::uint64_t{128} << 20;
constexpr int level = 3;

}  // namespace

std::string compressed(std::string_view bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), level);
  // The buffer has the size that zstd requires, so that compression can fail only for lack of memory.
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  packed.resize(size);
  return packed;
}

mpidbg::Result<std::string> uncompressed(std::string_view bytes, std::uint64_t size) {
  if (size > largest)
    return corrupt("the summary claims " + std::to_string(size) + " bytes, more than any should have");
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  std::string all;
  std::string piece(ZSTD_DStreamOutSize(), '\0');
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  for (;;) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    const std::size_t before = in.pos;
    const std::size_t left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left) != 0)
      return corrupt(std::string("the summary cannot be uncompressed: ") + ZSTD_getErrorName(left));
    if (out.pos > size - all.size()) return corrupt("the summary has more bytes than it says");
    all.append(piece, 0, out.pos);
    if (left == 0 && in.pos == in.size) break;
    if (out.pos == 0 && in.pos == before) return corrupt("the summary is truncated");
  }
  if (all.size() != size) return corrupt("the summary has fewer bytes than it says");
  return all;
}

}  // namespace mqs_shim::summaries
