/* A child of MPI_Comm_spawn has a record of its own, if it has the environment of its parent. `alone`:
 * without a recorder, to see whether there can be children. */
#define _GNU_SOURCE
#include <mpi.h>
#include <unistd.h>

#include "tests/recorder/record_view.h"

static void child(MPI_Comm parent, bool alone) {
  if (!alone) {
    CHECK(record_header() != NULL && record_header()->pid == (uint32_t)getpid());
    CHECK(record_header()->forked_from == 0);
    struct mpidbg_record_handle *entry = find_handle(MPIDBG_RECORD_COMM, WORD(parent));
    CHECK(entry != NULL && is_call(entry->created_by, "Comm_get_parent"));
  }
  const int seen = 1;
  MPI_Send(&seen, 1, MPI_INT, 0, 4, parent);
  MPI_Comm_disconnect(&parent);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const bool alone = argc > 1 && strcmp(argv[1], "alone") == 0;
  MPI_Comm parent, children;
  MPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) {
    child(parent, alone);
    MPI_Finalize();
    return 0;
  }
  MPI_Comm_spawn(argv[0], argv + 1, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
  struct mpidbg_record_handle *entry = alone ? NULL : find_handle(MPIDBG_RECORD_COMM, WORD(children));
  CHECK(alone || entry != NULL);
  if (!alone) CHECK(entry->flags == MPIDBG_RECORD_LIVE && is_call(entry->created_by, "Comm_spawn"));
  int seen = 0;
  MPI_Recv(&seen, 1, MPI_INT, 0, 4, children, MPI_STATUS_IGNORE);
  CHECK(seen == 1);
  MPI_Comm_disconnect(&children);
  if (!alone) CHECK(entry->flags == MPIDBG_RECORD_FREED && is_call(entry->freed_by, "Comm_disconnect"));
  MPI_Finalize();
  puts("ok");
  return 0;
}
