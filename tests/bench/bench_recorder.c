/* What the recorder adds to calls, in nanoseconds of processor time: MPI_Comm_rank; MPI_Irecv + MPI_Isend to oneself
 * with one MPI_Waitall, or with two MPI_Wait. Run with the recorder preloaded: a call as MPI_ goes through it, one as
 * PMPI_ past it, and short rounds of the two take turns, so that what else goes on in the machine meets both.
 *
 * Prints a line for each: the median of the PMPI_ rounds, and the median of how much longer the MPI_ round beside took.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 301 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

#define COMM_RANK(prefix)                                                                     \
  static double prefix##comm_rank(int repeats) {                                              \
    int rank = 0;                                                                             \
    const double begin = now();                                                               \
    for (int i = 0; i < repeats; ++i) prefix##MPI_Comm_rank(MPI_COMM_WORLD, &rank);           \
    return (now() - begin) / repeats;                                                         \
  }
#define TO_SELF(prefix, name, wait)                                                           \
  static double prefix##name(int repeats) {                                                   \
    char out = 'x', in = ' ';                                                                 \
    MPI_Status statuses[2];                                                                   \
    const double begin = now();                                                               \
    for (int i = 0; i < repeats; ++i) {                                                       \
      MPI_Request requests[2];                                                                \
      prefix##MPI_Irecv(&in, 1, MPI_CHAR, 0, 1, MPI_COMM_SELF, &requests[0]);                 \
      prefix##MPI_Isend(&out, 1, MPI_CHAR, 0, 1, MPI_COMM_SELF, &requests[1]);                \
      wait                                                                                    \
    }                                                                                         \
    return (now() - begin) / repeats;                                                         \
  }
#define PAIR(prefix)                                                                          \
  COMM_RANK(prefix)                                                                           \
  TO_SELF(prefix, waitall, prefix##MPI_Waitall(2, requests, statuses);)                       \
  TO_SELF(prefix, waits, prefix##MPI_Wait(&requests[0], statuses); prefix##MPI_Wait(&requests[1], statuses);)
PAIR()
PAIR(P)

static int ascending(const void *one, const void *other) {
  const double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

static double median(double *values) {
  qsort(values, ROUNDS, sizeof *values, ascending);
  return values[ROUNDS / 2];
}

static void compare(double (*recorded)(int), double (*plain)(int), int repeats) {
  static double without[ROUNDS], more[ROUNDS];
  for (int i = 0; i < ROUNDS; ++i) {
    double with = 0;
    if (i % 2 == 0) with = recorded(repeats);
    without[i] = plain(repeats);
    if (i % 2 != 0) with = recorded(repeats);
    more[i] = with - without[i];
  }
  printf("%.2f %.2f\n", median(without), median(more));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  waitall(100000);
  compare(comm_rank, Pcomm_rank, 100000);
  compare(waitall, Pwaitall, 5000);
  compare(waits, Pwaits, 5000);
  MPI_Finalize();
  return 0;
}
