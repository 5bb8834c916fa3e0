/* With the least memory: history goes, live requests are counted where there is no room for them, and nothing else
 * happens. */
#define _GNU_SOURCE
#include <mpi.h>

#include "tests/recorder/mpit_view.h"

enum { MANY = 20000 };
static MPI_Request requests[MANY];
static int in[MANY];

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  CHECK(record_header()->size <= 512 << 10);
  for (int i = 0; i < MANY; ++i) MPI_Irecv(&in[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
  CHECK(record_count(MPIDBG_RECORD_REQUESTS) < MANY);
  CHECK(count_live_requests() + record_header()->requests_not_recorded == MANY);
  for (int i = 0; i < MANY; ++i) MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_SELF);
  MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
  CHECK(count_live_requests() == 0);
  for (int i = 0; i < MANY; ++i) CHECK(in[i] == i);

  MPI_Info info;
  for (int i = 0; i < MANY; ++i) { /* tombstones go, the newest stay */
    MPI_Info_create(&info);
    const uint64_t handle = WORD(info);
    MPI_Info_free(&info);
    CHECK(find_handle(MPIDBG_RECORD_INFO, handle)->flags == MPIDBG_RECORD_FREED);
    if (i > 100) i += 99;
  }
  CHECK(record_header()->handles_not_recorded == 0);
  /* All variables do not fit, and what does is whole. */
  MPI_Pcontrol(2);
  CHECK(record_header()->samples_lost > 0 && last_snapshot() != NULL && last_snapshot()->size > 0);
  MPI_Finalize();
  puts("ok");
  return 0;
}
