#include "mqs_shim/look/imported_collectives.h"

#include <algorithm>
#include <utility>

#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/base/result.h"
#include "mqs_shim/stacks/frame_owner.h"

namespace mqs_shim {

namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool equals_in_lower_case(std::string_view name, std::string_view lower_case) {
  return std::equal(name.begin(), name.end(), lower_case.begin(), lower_case.end(),
                    [](char one, char other) { return lower(one) == other; });
}

// Returns the name without the prefix MPI_, MPIX_, PMPI_ or PMPIX_, in lower case and without Fortran's suffixes.
// Returns an empty text if it has no such prefix.
std::string bare_name(std::string_view symbol) {
  std::string name;
  for (const char letter : symbol) name += lower(letter);
  if (name.starts_with('p')) name.erase(0, 1);
  const std::size_t prefix = name.starts_with("mpi_") ? 4 : name.starts_with("mpix_") ? 5 : 0;
  if (prefix == 0) return {};
  name.erase(0, prefix);
  while (name.ends_with('_')) name.pop_back();
  for (const std::string_view suffix : {"_f08ts", "_f08", "_fts", "_f", "_c"}) {
    if (name.ends_with(suffix)) {
      name.resize(name.size() - suffix.size());
      break;
    }
  }
  return name;
}

// Returns true for MPI_Ibarrier, MPI_Comm_idup and the like.
bool starts_collective(const mpidbg::MpiCall &call) {
  return call.is_collective && call.wait == mpidbg::CallWait::local && !call.name.starts_with("MPI_File_");
}

// Collects what the modules import.
class Imports {
 public:
  Imports(Target &target, DynamicSymbols::Read read)
      : target_(target), symbols_(std::move(read), target.pointer_size(), target.byte_order()) {}

  ImportedCollectives read() {
    const auto debug = target_.find_symbol("_r_debug", SymbolKind::data);
    if (!debug) return nothing("the program has no dynamic linker, which would list its libraries");
    const auto modules = symbols_.modules(*debug);
    if (!modules) return nothing(modules.error().message);
    bool has_library = false;
    for (const LinkedModule &module : *modules) {
      has_library = has_library || is_mpi_library(module.path);
      if (frame_owner(module.path) != FrameOwner::program) continue;
      const mpidbg::Status status = symbols_.each_import(module, [this](std::string_view symbol) { take(symbol); });
      if (module.path.empty()) program_calls_mpi_ = calls_mpi_;
      if (!status) return nothing(status.error().message);
    }
    if (!has_library) return nothing("the MPI library is a part of the program");
    if (!calls_mpi_) return nothing("the program looks up the functions of MPI by name");
    return {std::move(names_), program_calls_mpi_ || !looks_up_by_name_, {}};
  }

 private:
  static ImportedCollectives nothing(std::string problem) { return {{}, false, std::move(problem)}; }

  void take(std::string_view symbol) {
    looks_up_by_name_ = looks_up_by_name_ || symbol == "dlsym" || symbol == "dlvsym";
    const bool is_mpi = !bare_name(symbol).empty();
    calls_mpi_ = calls_mpi_ || is_mpi;
    if (!is_mpi) return;
    if (const std::string_view name = nonblocking_collective_of(symbol); !name.empty()) names_.insert(name);
  }

  Target &target_;
  DynamicSymbols symbols_;
  std::set<std::string_view> names_;
  bool calls_mpi_ = false, program_calls_mpi_ = false, looks_up_by_name_ = false;
};

}  // namespace

std::string_view nonblocking_collective_of(std::string_view symbol) {
  const std::string bare = bare_name(symbol);
  if (bare.empty()) return {};
  const auto found =
      std::find_if(std::begin(mpidbg::mpi_calls), std::end(mpidbg::mpi_calls), [&](const mpidbg::MpiCall &call) {
        return (starts_collective(call) || makes_persistent_collective(call.name)) &&
               equals_in_lower_case(call.name_without_prefix(), bare);
      });
  return found == std::end(mpidbg::mpi_calls) ? std::string_view() : found->name;
}

bool makes_persistent_collective(std::string_view name) {
  return mpidbg::mpi_call(name).is_collective && name.ends_with("_init");
}

ImportedCollectives read_imported_collectives(Target &target, DynamicSymbols::Read read) {
  return Imports(target, std::move(read)).read();
}

}  // namespace mqs_shim
