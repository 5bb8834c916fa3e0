#pragma once
// Determines which dialect (which interfaces, with which struct sizes) a plugin implements, and corrects known faults
// of its answers.

#include <cstdint>
#include <string_view>

#include "mpidbg/abi/msgq_interface.h"
#include "mqs_shim/host/plugin_dialect.h"

namespace mqs_shim {

struct PluginFunctions;

// Determines the dialect from the functions that exist. `has_symbol` looks up a name in `library`, which contains these
// functions.
PluginDialect dialect_of(const PluginFunctions &functions, bool (*has_symbol)(void *library, const char *name),
                         void *library);

// Returns true if the structs that the plugin returns as results have the known layout. In version 1 of the extensions,
// which was never released, structs were shorter.
inline bool has_readable_results(const PluginDialect &dialect) {
  return dialect.extended && dialect.extension_version >= 2;
}

// Converts a rank or tag of a plain plugin. Open MPI's plugin zero-extends the target's 32-bit integers to mqs_tword_t,
// so that -1 arrives as 4294967295.
constexpr std::int32_t narrow_rank_or_tag(mqs_tword_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}
// Returns true if a value that is a C int in the target was zero-extended.
constexpr bool is_zero_extended(mqs_tword_t value) {
  const auto wide = static_cast<long long>(value);
  return wide >= 0x80000000LL && wide <= 0xffffffffLL;
}

// Returns true for MPI_COMM_NULL, which Open MPI's plugin lists among the communicators.
bool is_null_communicator(const mqs_communicator &communicator);

}  // namespace mqs_shim
