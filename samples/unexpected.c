/* Sends messages without matching receives: empty ones, small ones (with their data), large ones (whose data waits at
 * the sender), and many. */
#include <stdlib.h>

#include "sample.h"

enum { LARGE = 200000, MANY = 20 };

static void expect(int peer, int tag, int bytes, const char *protocol) {
  sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = peer,
                                                   .tag = tag,
                                                   .count = bytes,
                                                   .datatype = MPI_BYTE,
                                                   .protocol = protocol});
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  int next = sample_next(MPI_COMM_WORLD), previous = sample_previous(MPI_COMM_WORLD);
  char small[512] = {0};
  char *large = calloc(1, LARGE);
  MPI_Request request;

  MPI_Send(small, 0, MPI_BYTE, previous, 1, MPI_COMM_WORLD);
  MPI_Send(small, 4, MPI_BYTE, previous, 2, MPI_COMM_WORLD);
  MPI_Isend(large, LARGE, MPI_BYTE, previous, 3, MPI_COMM_WORLD, &request);
  for (int i = 0; i < MANY; ++i) MPI_Send(small, i * 8, MPI_BYTE, previous, 100 + i, MPI_COMM_WORLD);

  sample_await_message(MPI_COMM_WORLD, next, 100 + MANY - 1);
  sample_fact_operation(&(struct sample_operation){.queue = "sends",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = previous,
                                                   .tag = 3,
                                                   .count = LARGE,
                                                   .datatype = MPI_BYTE,
                                                   .buffer = large,
                                                   .request = &request,
                                                   .mode = "standard"});
  expect(next, 1, 0, "eager");
  expect(next, 2, 4, "eager");
  expect(next, 3, LARGE, "rendezvous");
  for (int i = 0; i < MANY; ++i) expect(next, 100 + i, i * 8, "eager");
  sample_hang_in_recv();
  return 0;
}
