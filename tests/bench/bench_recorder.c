/* What calls cost, in nanoseconds: MPI_Comm_rank, and MPI_Isend + MPI_Irecv + MPI_Wait for both to oneself. recorder_cost.py runs it with
 * and without the recorder. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double comm_rank(int repeats) {
  int rank = 0;
  const double begin = now();
  for (int i = 0; i < repeats; ++i) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return (now() - begin) / repeats;
}

static double message_to_self(int repeats) {
  char out = 'x', in = ' ';
  const double begin = now();
  for (int i = 0; i < repeats; ++i) {
    MPI_Request receive, send;
    MPI_Irecv(&in, 1, MPI_CHAR, 0, 1, MPI_COMM_SELF, &receive);
    MPI_Isend(&out, 1, MPI_CHAR, 0, 1, MPI_COMM_SELF, &send);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
  }
  return (now() - begin) / repeats;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  comm_rank(100000);
  message_to_self(100000);
  printf("%.2f %.2f\n", comm_rank(20000000), message_to_self(1000000));
  MPI_Finalize();
  return 0;
}
