/* stencil: a ring of ranks that exchange their borders, step by step, and meet in a barrier. From step 3 on the last
 * rank numbers its message to the first one otherwise than the first one expects it: the job hangs.
 */
#include "sample.h"

enum { cells = 64 };

static int tag_of(int step, int sender, int size) {
  /* The mistake: the tag is one step ahead. */
  return sender == size - 1 && step == 3 ? step + 1 : step;
}

static void exchange(double *field, int step) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Send(&field[cells], 1, MPI_DOUBLE, sample_next(MPI_COMM_WORLD), tag_of(step, rank, size), MPI_COMM_WORLD);
  MPI_Recv(&field[0], 1, MPI_DOUBLE, sample_previous(MPI_COMM_WORLD), step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void relax(double *field) {
  for (int i = 1; i <= cells; ++i) field[i] = (field[i - 1] + field[i]) / 2;
}

int main(int argc, char **argv) {
  double field[cells + 1] = {0};
  sample_init(&argc, &argv);
  for (int step = 0; step < 10; ++step) {
    if (step == 3) sample_ready();
    exchange(field, step);
    relax(field);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
