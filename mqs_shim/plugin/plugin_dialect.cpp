#include "mqs_shim/plugin/plugin_dialect.h"

#include <cstring>

#include "mqs_shim/plugin/plugin.h"

namespace mqs_shim {

PluginDialect dialect_of(const PluginFunctions &functions, bool (*has_symbol)(void *library, const char *name),
                         void *library) {
  PluginDialect dialect;
  dialect.extended = functions.mpidbg_ext_version != nullptr && functions.mpidbg_process_query != nullptr &&
                     functions.mpidbg_setup_operation_iterator != nullptr &&
                     functions.mpidbg_next_operation != nullptr && functions.mpidbg_current_comm != nullptr;
  dialect.historical_handles = functions.mpidbg_ext_version == nullptr && functions.mpidbg_comm_query != nullptr &&
                               functions.mpidbg_init_once != nullptr && functions.mpidbg_init_per_image != nullptr &&
                               functions.mpidbg_init_per_process != nullptr;
  if (functions.mpidbg_ext_version != nullptr) dialect.extension_version = functions.mpidbg_ext_version();
  // Only Open MPI's header has two more members in mqs_target_type_sizes. Open MPI's plugin can be recognized by its
  // exported helper functions.
  dialect.seven_type_sizes =
      dialect.extended || has_symbol(library, "ompi_fill_in_type_info") || has_symbol(library, "ompi_fetch_size_t");
  return dialect;
}

bool is_null_communicator(const mqs_communicator &communicator) {
  return communicator.size == 0 && std::strncmp(communicator.name, "MPI_COMM_NULL", sizeof communicator.name) == 0;
}

}  // namespace mqs_shim
