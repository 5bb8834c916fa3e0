// Core files: headers, notes, threads, the list of mapped files, the dynamic linker's list, stacks, the environment.

#include "corefile/mpi/job_identity.h"
#include "corefile/mpi/mpi_stack.h"
#include "corefile/process/process.h"
#include "tests/fuzz/edited_file.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static fuzz::EditedFile good(FUZZ_FILES "/core.zst");
  corefile::OpenOptions options;
  options.sysroot = "/nowhere";  // files that a damaged core names are not opened
  options.debug_directories.clear();
  const auto process = corefile::open_core_file(good.write({data, size}), options);
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
