#include "corefile/process/dying_process.h"

#include <elf.h>

#include <algorithm>
#include <initializer_list>

namespace corefile {

namespace {

// Returns true if both auxiliary vectors are those of one process. The kernel chooses the addresses in them at random.
bool are_of_one(const AuxiliaryVector &one, const AuxiliaryVector &other) {
  const std::initializer_list<std::uint64_t> places = {AT_RANDOM, AT_SYSINFO_EHDR, AT_PHDR, AT_BASE, AT_EXECFN};
  return std::all_of(places.begin(), places.end(),
                     [&](std::uint64_t place) { return one.value(place) == other.value(place); });
}

}  // namespace

Result<std::unique_ptr<Process>> DyingProcess::open(pid_t pid, DumpStart start, const OpenOptions &options) {
  std::unique_ptr<DyingProcess> process(new DyingProcess(pid, std::move(start), options));
  MPIDBG_TRY(process->begin());
  if (process->start_.machine != &process->machine() ||
      !are_of_one(process->start_.notes.auxiliary, process->auxiliary()))
    return Error{ErrorCode::corrupt, "the dump is not of process " + std::to_string(pid)};
  return std::unique_ptr<Process>(std::move(process));
}

}  // namespace corefile
