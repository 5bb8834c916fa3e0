/* many_posted N: rank 0 posts N receives of 4 bytes from the last rank, each with its own tag, none of which ever
 * matches. Then all ranks hang in MPI_Recv. */
#include <stdlib.h>

#include "sample.h"

int main(int argc, char **argv) {
  int rank, size;
  sample_init(&argc, &argv);
  long count = argc > 1 ? atol(argv[1]) : 1000;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    int *values = malloc((size_t)count * sizeof *values + 1);
    MPI_Request *requests = malloc((size_t)count * sizeof *requests + 1);
    for (long i = 0; i < count; ++i) {
      MPI_Irecv(&values[i], 1, MPI_INT, size - 1, 1000 + (int)i, MPI_COMM_WORLD, &requests[i]);
    }
  }
  sample_hang_in_recv();
  return 0;
}
