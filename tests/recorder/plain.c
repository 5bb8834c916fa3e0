/* Knows nothing of a recorder, and prints what MPI told it: the same with and without. `longjmp`: leaves an MPI call by
 * longjmp from an error handler, and calls on. `nothing`: makes no MPI call. `mpit_first`: initialises MPI_T before
 * MPI. */
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf out_of_call;

static void jump(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
  longjmp(out_of_call, 1);
}

static void leave_call_by_longjmp(void) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(jump, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  int value = 0;
  if (setjmp(out_of_call) == 0) MPI_Send(&value, 1, MPI_INT, 1000, 0, MPI_COMM_SELF);
  MPI_Errhandler_free(&handler);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "nothing") == 0) return 5;
  int provided;
  if (argc > 1 && strcmp(argv[1], "mpit_first") == 0 && MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != 0) return 6;
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1 && strcmp(argv[1], "longjmp") == 0) leave_call_by_longjmp();
  int next = -1;
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 3, &next, 1, MPI_INT, (rank + size - 1) % size, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  int half_rank;
  MPI_Comm_rank(half, &half_rank);
  MPI_Barrier(half);
  MPI_Comm_free(&half);
  MPI_Pcontrol(5, 23);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int error = MPI_Send(&rank, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
  int class;
  MPI_Error_class(error, &class);
  printf("rank %d of %d: from %d, sum %d, rank %d of its half, error %s\n", rank, size, next, sum, half_rank,
         class == MPI_ERR_RANK ? "MPI_ERR_RANK" : "?");
  MPI_Finalize();
  return 0;
}
