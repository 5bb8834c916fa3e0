#pragma once
// Which of the shapes in the wild a plugin has, and the repairs that its answers need.

#include <cstdint>
#include <string_view>

#include "mpidbg/abi/msgq_interface.h"
#include "mqs_shim/host/plugin_dialect.h"

namespace mqs_shim {

struct PluginFunctions;

// `has_symbol` of the shared library that the functions came from.
PluginDialect dialect_of(const PluginFunctions &functions, bool (*has_symbol)(void *library, const char *name),
                         void *library);

// Whether the results that it allocates can be read: those of version 1, which was never released, are shorter.
inline bool has_readable_results(const PluginDialect &dialect) {
  return dialect.extended && dialect.extension_version >= 2;
}

// A rank or tag of a plain plugin. Open MPI's zero-extends the target's 32-bit integers into mqs_tword_t, so that -1
// arrives as 4294967295.
constexpr std::int32_t narrow_rank_or_tag(mqs_tword_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}
// Whether a value that is a C int in the target arrived zero-extended.
constexpr bool is_zero_extended(mqs_tword_t value) {
  const auto wide = static_cast<long long>(value);
  return wide >= 0x80000000LL && wide <= 0xffffffffLL;
}

// Open MPI's plugin lists the null communicator too.
bool is_null_communicator(const mqs_communicator &communicator);

}  // namespace mqs_shim
