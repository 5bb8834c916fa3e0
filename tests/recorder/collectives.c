/* The numbers of collective operations on each communicator. */
#include <mpi.h>

#include "tests/recorder/record_view.h"

/* -1: not counted. */
static long begun_on(MPI_Comm comm) {
  for (uint32_t i = 0; i < record_count(MPIDBG_RECORD_COLLECTIVES); ++i) {
    struct mpidbg_record_collectives *entry = record_entry(MPIDBG_RECORD_COLLECTIVES, i);
    if ((entry->flags & MPIDBG_RECORD_LIVE) && entry->communicator == WORD(comm)) return (long)entry->begun;
  }
  return -1;
}

/* Of operation number `operation` of mqs_get_comm_coll_state. */
static long begun_of(MPI_Comm comm, int operation) {
  for (uint32_t i = 0; i < record_count(MPIDBG_RECORD_COLLECTIVES); ++i) {
    struct mpidbg_record_collectives *entry = record_entry(MPIDBG_RECORD_COLLECTIVES, i);
    if ((entry->flags & MPIDBG_RECORD_LIVE) && entry->communicator == WORD(comm)) return entry->operations[operation];
  }
  return -1;
}

static int copy(MPI_Comm comm, int keyval, void *state, void *value, void *result, int *flag) {
  (void)keyval, (void)state, (void)value, (void)result;
  MPI_Barrier(comm); /* of a callback: not the program's */
  *flag = 0;
  return MPI_SUCCESS;
}

int main(int argc, char **argv) {
  int one = 1, sum, keyval;
  MPI_Comm dup, again;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  CHECK(begun_on(MPI_COMM_WORLD) == 0 && begun_on(MPI_COMM_SELF) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  CHECK(begun_on(MPI_COMM_WORLD) == 3);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(begun_on(MPI_COMM_WORLD) == 3);

  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  CHECK(begun_on(MPI_COMM_WORLD) == 4 && begun_on(dup) == 0);
  CHECK(begun_of(MPI_COMM_WORLD, 0) == 1 && begun_of(MPI_COMM_WORLD, 1) == 1 && begun_of(MPI_COMM_WORLD, 4) == 1);
  CHECK(begun_of(MPI_COMM_WORLD, 8) == 0 && begun_of(MPI_COMM_SELF, 0) == 0);
  MPI_Pcontrol(0);
  MPI_Barrier(dup);
  MPI_Pcontrol(1);
  CHECK(begun_on(dup) == 1);

  MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  MPI_Comm_set_attr(dup, keyval, NULL);
  MPI_Comm_dup(dup, &again);
  CHECK(begun_on(dup) == 2);

  const MPI_Comm freed = dup;
  MPI_Comm_free(&dup);
  CHECK(begun_on(freed) == -1);
  MPI_Barrier(again);
  MPI_Comm_free(&again);
  MPI_Comm_dup(MPI_COMM_SELF, &dup); /* may have a handle that was used before */
  CHECK(begun_on(dup) == 0 && begun_of(dup, 0) == 0 && begun_on(MPI_COMM_SELF) == 1);
  MPI_Comm_set_errhandler(dup, MPI_ERRORS_RETURN);
  CHECK(MPI_Bcast(&one, -1, MPI_INT, 0, dup) != MPI_SUCCESS);
  CHECK(begun_on(dup) == -1); /* whether the other members have begun it nobody knows */
  MPI_Comm_free(&dup);
  CHECK(begun_on(MPI_COMM_WORLD) == 4);
  printf("ok\n");
  MPI_Finalize();
  return 0;
}
