// Wraps MPI_T_init_thread, which the recorder calls before the program does. Open MPI 4 returns the provided thread
// level only in the first call, so the wrapper returns the requested level, which Open MPI always provides.

#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/mpi_types.h"
#include "mpidbg/recorder/mpit_sampling.h"
#include "mpidbg/recorder/record.h"

extern "C" [[gnu::visibility("default")]] int mpidbg_T_init_thread(int, int *) __asm__("MPI_T_init_thread");

int mpidbg_T_init_thread(int required, int *provided) {
  static const auto next =
      reinterpret_cast<int (*)(int, int *)>(recorder::next_of("MPI_T_init_thread", "PMPI_T_init_thread"));
  if (!recorder::is_open_mpi()) return next == nullptr ? MPI_ERR_OTHER : next(required, provided);
  // Between MPI_T_init_thread and the end of MPI_Init, Open MPI 4 unloads components but keeps their variables. Reading
  // such a variable crashes.
  const auto *const before = recorder::record.header;
  if (before == nullptr || before->mpit_error == MPIDBG_RECORD_MPIT_NOT_STARTED) recorder::is_mpit_unsafe = true;
  const mpidbg_record_header *header = recorder::record.header;
  if (header != nullptr && header->mpit_error == 0 && provided != nullptr) *provided = required;
  return next == nullptr ? MPI_ERR_OTHER : next(required, provided);
}
