#include "corefile/command/targets/module_files.h"

#include "corefile/command/targets/library_name.h"
#include "corefile/mpi/mpi_entry_points.h"

namespace command {

using corefile::Module;
using corefile::Process;

namespace {

constexpr std::size_t most_sentences = 3;

std::string_view file_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_mpi_library(const Module &module) {
  const std::string_view name = file_name(module.path);
  return name.starts_with("libmpi.so") || name.starts_with("libmpich.so");
}

bool is_at_hand(const Module &module) {
  return module.state == corefile::ModuleFile::matches || module.state == corefile::ModuleFile::unverified;
}

// Returns the first MPI library whose file was not found, or null if all were found or the process has none.
const Module *missing_library(const Process &process) {
  for (const Module &module : process.modules()) {
    if (!is_at_hand(module) && is_mpi_library(module)) return &module;
  }
  return nullptr;
}

// Returns a text such as "Open MPI 4.1.4, /usr/lib/x86_64-linux-gnu/libmpi.so.40 with build-id 5a0f...".
std::string described(const Module &module) {
  const std::string name = library_of_build(module.build_id);
  return (name.empty() ? "" : name + ", ") + module.path +
         (module.build_id.empty() ? "" : " with build-id " + module.build_id);
}

std::vector<std::string> all_file_warnings(const Process &process) {
  std::vector<std::string> warnings;
  for (const Module &module : process.modules()) {
    if (!module.problem.empty()) warnings.push_back(process.name() + ": " + module.problem);
  }
  return warnings;
}

}  // namespace

std::vector<std::string> file_warnings(const Process &process) {
  std::vector<std::string> all = all_file_warnings(process);
  if (all.size() <= most_sentences) return all;
  std::string text = process.name() + ": " + std::to_string(all.size()) + " of the " +
                     std::to_string(process.modules().size()) +
                     " files that the process has loaded are missing or of another build";
  if (const Module *library = missing_library(process)) text += ", among them its MPI library: " + described(*library);
  return {text + "; copy them with their paths below a directory and give it with --sysroot (-v lists them)"};
}

void note_missing_files(const Process &process, Messages &messages) {
  const std::vector<std::string> all = all_file_warnings(process);
  if (all.size() <= most_sentences) return;
  for (const std::string &warning : all) messages.note(warning);
}

std::string why_no_library(const Process &process) {
  if (const Module *library = missing_library(process)) {
    return "the file of the MPI library is missing: " + described(*library) +
           "; the addresses of its variables are nowhere else (profiles have only the layouts of structs)";
  }
  const std::vector<Module> &modules = process.modules();
  // A file that mpidbg's recorder has written does not name an executable.
  if (modules.empty() || modules.front().path.empty()) return {};
  if (corefile::find_mpi_entry_point(process).module != nullptr) return {};
  // If there are warnings, for example about a truncated core file, the process may have loaded more files than are
  // known.
  if (!process.warnings().empty()) {
    const std::string executable = is_at_hand(modules.front()) ? "" : modules.front().problem + ", and ";
    return process.name() + ": no MPI library can be seen: " + executable +
           "not all that it has loaded is known, since memory that says so is missing";
  }
  if (!is_at_hand(modules.front())) {
    return "the file of the executable is missing, and no MPI library is loaded: " + described(modules.front());
  }
  return process.name() + " is not an MPI process: " + modules.front().path + " has loaded no MPI library";
}

}  // namespace command
