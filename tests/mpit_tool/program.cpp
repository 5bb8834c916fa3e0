// A program of the toy MPI library under the recorder, which writes its record's file (MPIDBG_RECORD_FILE) and waits.

#include <unistd.h>

#include "mpidbg/recorder/mpit_sampling.h"
#include "mpidbg/recorder/record.h"
#include "mpidbg/recorder/threads.h"
#include "tests/fakes/mpi/mpi.h"
#include "tests/mpit_tool/variables.h"

int main() {
  describe_variables();
  PMPI_Init(nullptr, nullptr);
  if (!recorder::start_thread()) return 1;
  recorder::note_initialized();
  recorder::start_sampling();
  raise_events();
  recorder::sample_at_pcontrol();  // writes the file
  if (write(STDOUT_FILENO, "x", 1) != 1) return 1;
  for (;;) pause();
}
