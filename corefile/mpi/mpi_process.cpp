#include "corefile/mpi/mpi_process.h"

#include <algorithm>
#include <string_view>

#include "corefile/elf/elf_file.h"
#include "corefile/mpi/mpi_entry_points.h"
#include "corefile/process/proc_files.h"

namespace corefile {

namespace {

// Recognizes names such as libmpi.so.40, libmpich.so.12, libmpi_mpifh.so.40 and libmpi_mt.so.4. mpidbg's own libraries
// do not count, because its recorder (libmpidbg-record-openmpi.so) is preloaded into programs of every kind.
bool is_part_of_mpi(std::string_view file) {
  return file.starts_with("libmpi") && !file.starts_with("libmpidbg");
}

bool is_mpi_itself(std::string_view file) {
  return file.starts_with("libmpi.so") || file.starts_with("libmpich.so") || file.starts_with("libmpi_abi");
}

bool defines_mpi(const std::string &executable) {
  const auto file = ElfFile::open(executable);
  if (!file) return false;
  return std::any_of(mpi_entry_points.begin(), mpi_entry_points.end(), [&](std::string_view entry_point) {
    const SymbolName name(entry_point);
    return (*file)->find_exported_symbol(name, SymbolKind::function) != nullptr ||
           (*file)->find_static_symbol(name, SymbolKind::function) != nullptr;
  });
}

}  // namespace

std::string loaded_mpi_library(pid_t pid) {
  std::string part;
  for (const FileMapping &mapping : read_file_mappings(pid)) {
    if (!mapping.executable) continue;  // only read: debuggers map libraries of other processes
    const std::string_view file = std::string_view(mapping.path).substr(mapping.path.rfind('/') + 1);
    if (is_mpi_itself(file)) return mapping.path;
    if (part.empty() && is_part_of_mpi(file)) part = mapping.path;
  }
  return part;
}

std::string mpi_library_of(pid_t pid) {
  std::string loaded = loaded_mpi_library(pid);
  if (!loaded.empty()) return loaded;
  const std::string executable = proc_path(pid, "exe");
  return defines_mpi(executable) ? link_target(executable) : std::string();
}

}  // namespace corefile
