// Core files: headers, notes, threads, the list of mapped files, the dynamic linker's list, stacks, the environment.

#include "corefile/mpi/job_identity.h"
#include "corefile/mpi/mpi_stacks.h"
#include "corefile/process/process.h"
#include "tests/fuzz/edited_file.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

corefile::Result<std::unique_ptr<corefile::Process>> open(const std::string &core) {
  static const fuzz::MemoryFile program(fuzz::unpacked(FUZZ_FILES "/program.zst"));
  corefile::OpenOptions options;
  options.executable = program.path();
  options.sysroot = "/nowhere";  // files that a damaged core names are not opened
  options.debug_directories.clear();
  return corefile::open_core_file(core, options);
}

// One that is not read undamaged would test nothing.
fuzz::EditedFile &good_core() {
  static fuzz::EditedFile good(FUZZ_FILES "/core.zst");
  static const bool is_read = [] {
    const auto process = open(good.path());
    if (!process) fuzz::fail("the core file cannot be read", process.error().message);
    const auto stacks = (*process)->stacks();
    return (*process)->warnings().empty() && (*process)->modules().size() > 2 &&
           (*process)->initial_environment().size() == 5 && stacks && stacks->size() == 2 &&
           !stacks->front().frames.empty() && stacks->front().frames.front().function == "main";
  }();
  if (!is_read) fuzz::fail("the core file is not read to its end", FUZZ_FILES);
  return good;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static fuzz::EditedFile &good = good_core();
  good.edit({data, size});
  const auto process = open(good.path());
  if (!process) {
    if (process.error().message.empty()) fuzz::fail("an error without a sentence", "");
    return 0;
  }
  (*process)->warnings();
  (*process)->private_memory();
  for (const corefile::Module &module : (*process)->modules()) (*process)->function_at(module.load_bias + 4096);
  (*process)->find_symbol("main", corefile::SymbolKind::function);
  (*process)->thread_statuses();
  (*process)->initial_environment();
  corefile::job_identity(**process);
  const auto stacks = corefile::mpi_stacks(**process);
  if (!stacks && stacks.error().message.empty()) fuzz::fail("an error without a sentence", "");
  return 0;
}
