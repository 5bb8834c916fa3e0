/* What calls cost, in nanoseconds of processor time: MPI_Comm_rank; MPI_Irecv + MPI_Isend to oneself with one
 * MPI_Waitall, or with two MPI_Wait. recorder_cost.py runs it with and without the recorder. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double comm_rank(int repeats) {
  int rank = 0;
  const double begin = now();
  for (int i = 0; i < repeats; ++i) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return (now() - begin) / repeats;
}

static double message_to_self(int repeats, int at_once) {
  char out = 'x', in = ' ';
  const double begin = now();
  for (int i = 0; i < repeats; ++i) {
    MPI_Request requests[2];
    MPI_Irecv(&in, 1, MPI_CHAR, 0, 1, MPI_COMM_SELF, &requests[0]);
    MPI_Isend(&out, 1, MPI_CHAR, 0, 1, MPI_COMM_SELF, &requests[1]);
    if (at_once) {
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
      MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
      MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    }
  }
  return (now() - begin) / repeats;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  comm_rank(100000);
  message_to_self(100000, 1);
  const double rank = comm_rank(20000000), all = message_to_self(1000000, 1), each = message_to_self(1000000, 0);
  printf("%.2f %.2f %.2f\n", rank, all, each);
  MPI_Finalize();
  return 0;
}
