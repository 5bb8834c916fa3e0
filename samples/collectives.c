/* collectives barrier|bcast|allreduce|ibarrier: all ranks but the last call a collective operation, and the last one
 * waits for a message. The library's own messages inside the operation have tags of their own. */
#include <stdio.h>
#include <string.h>

#include "sample.h"

int main(int argc, char **argv) {
  int rank, size, value = 0, sum = 0;
  MPI_Request request;
  sample_init(&argc, &argv);
  const char *what = argc > 1 ? argv[1] : "barrier";
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == size - 1) sample_hang_in_recv();

  if (strcmp(what, "barrier") == 0) {
    sample_fact_blocked("MPI_Barrier");
    sample_ready();
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (strcmp(what, "bcast") == 0) {
    sample_fact_blocked("MPI_Bcast");
    sample_ready();
    MPI_Bcast(&value, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
  } else if (strcmp(what, "allreduce") == 0) {
    sample_fact_blocked("MPI_Allreduce");
    sample_ready();
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  } else if (strcmp(what, "ibarrier") == 0) {
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    sample_fact_blocked("MPI_Wait");
    sample_ready();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    fprintf(stderr, "usage: collectives barrier|bcast|allreduce|ibarrier\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  return 0;
}
