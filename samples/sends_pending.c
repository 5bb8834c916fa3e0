/* Sends that have started and found no receiver, one of each mode that can be pending: large standard, small
 * synchronous, large buffered. (A send in ready mode may start only when its receive is posted.) */
#include <stdlib.h>

#include "sample.h"

enum { LARGE = 200000 };

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  int next = sample_next(MPI_COMM_WORLD), previous = sample_previous(MPI_COMM_WORLD);
  double *large = calloc(LARGE, sizeof *large);
  int small[4] = {0};
  int attached = LARGE * 8 + MPI_BSEND_OVERHEAD;
  MPI_Request request[3];

  MPI_Buffer_attach(malloc((size_t)attached), attached);
  MPI_Isend(large, LARGE, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, &request[0]);
  MPI_Issend(small, 4, MPI_INT, next, 2, MPI_COMM_WORLD, &request[1]);
  MPI_Ibsend(large, LARGE / 2, MPI_DOUBLE, next, 3, MPI_COMM_WORLD, &request[2]);
  sample_await_message(MPI_COMM_WORLD, previous, 3);

  struct sample_operation sends[] = {
      {.tag = 1, .count = LARGE, .datatype = MPI_DOUBLE, .buffer = large, .mode = "standard"},
      {.tag = 2, .count = 4, .datatype = MPI_INT, .buffer = small, .mode = "synchronous"},
      {.tag = 3, .count = LARGE / 2, .datatype = MPI_DOUBLE, .buffer = large, .mode = "buffered"}};
  for (int i = 0; i < 3; ++i) {
    sends[i].queue = "sends";
    sends[i].comm = MPI_COMM_WORLD;
    sends[i].peer = next;
    sends[i].request = &request[i];
    sample_fact_operation(&sends[i]);
    sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                     .comm = MPI_COMM_WORLD,
                                                     .peer = previous,
                                                     .tag = sends[i].tag,
                                                     .count = sends[i].count,
                                                     .datatype = sends[i].datatype,
                                                     .protocol = "rendezvous"});
  }
  sample_hang_in_recv();
  return 0;
}
