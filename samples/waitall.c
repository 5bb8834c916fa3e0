/* All ranks hang in MPI_Waitall on two receives and a large send; a third receive, for any tag, is not among them. */
#include <stdlib.h>

#include "sample.h"

enum { LARGE = 200000 };

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  int next = sample_next(MPI_COMM_WORLD), previous = sample_previous(MPI_COMM_WORLD);
  int buffers[3][4];
  char *large = calloc(1, LARGE);
  MPI_Comm dup;
  MPI_Request request[4];
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_set_name(dup, "not waited for");

  MPI_Irecv(buffers[0], 4, MPI_INT, next, 1, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv(buffers[1], 4, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &request[1]);
  MPI_Isend(large, LARGE, MPI_CHAR, previous, 3, MPI_COMM_WORLD, &request[2]);
  MPI_Irecv(buffers[2], 4, MPI_INT, next, MPI_ANY_TAG, dup, &request[3]);
  sample_await_message(MPI_COMM_WORLD, next, 3);

  struct sample_operation operation = {
      .queue = "posted", .comm = MPI_COMM_WORLD, .count = 4, .datatype = MPI_INT, .call = "MPI_Waitall"};
  for (int i = 0; i < 2; ++i) {
    operation.peer = i == 0 ? next : MPI_ANY_SOURCE;
    operation.tag = 1 + i;
    operation.buffer = buffers[i];
    operation.request = &request[i];
    sample_fact_operation(&operation);
  }
  sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                   .comm = dup,
                                                   .peer = next,
                                                   .tag = MPI_ANY_TAG,
                                                   .count = 4,
                                                   .datatype = MPI_INT,
                                                   .buffer = buffers[2],
                                                   .request = &request[3]});
  sample_fact_operation(&(struct sample_operation){.queue = "sends",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = previous,
                                                   .tag = 3,
                                                   .count = LARGE,
                                                   .datatype = MPI_CHAR,
                                                   .buffer = large,
                                                   .request = &request[2],
                                                   .call = "MPI_Waitall",
                                                   .mode = "standard"});
  sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = next,
                                                   .tag = 3,
                                                   .count = LARGE,
                                                   .datatype = MPI_CHAR,
                                                   .protocol = "rendezvous"});
  sample_fact_blocked("MPI_Waitall");
  sample_ready();
  MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
  return 0;
}
