#include "corefile/mpi/mpi_entry_points.h"

namespace corefile {

MpiEntryPoint find_mpi_entry_point(const Process &process) {
  for (const std::string_view name : mpi_entry_points) {
    if (const Module *const module = process.module_defining(name)) return {module, name};
  }
  return {};
}

}  // namespace corefile
