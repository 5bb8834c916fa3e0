/* With without_mpit_library.so for an MPI library: calls are recorded, variables are not. */
#define _GNU_SOURCE
#include <mpi.h>

#include "tests/recorder/mpit_view.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  CHECK(record_header() != NULL && record_header()->state == MPIDBG_RECORD_INITIALIZED);
  CHECK(record_header()->mpit_error == MPIDBG_RECORD_MPIT_MISSING);
  MPI_Pcontrol(2);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(record_header()->next_snapshot == 1 && record_header()->catalogue_used == 0);
  CHECK(is_call(last_event()->call, "Barrier"));
  MPI_Finalize();
  puts("ok");
  return 0;
}
