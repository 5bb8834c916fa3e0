/* Persistent requests: not started, started, started and waited for, and complete at once but not waited for. */
#include <stdlib.h>

#include "sample.h"

enum { LARGE = 200000 };

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  int next = sample_next(MPI_COMM_WORLD), previous = sample_previous(MPI_COMM_WORLD);
  int buffers[10][4] = {{0}};
  char *large = calloc(1, LARGE);
  MPI_Request request[9];

  MPI_Recv_init(buffers[0], 4, MPI_INT, next, 10, MPI_COMM_WORLD, &request[0]); /* never started */
  MPI_Recv_init(buffers[1], 4, MPI_INT, next, 11, MPI_COMM_WORLD, &request[1]); /* started */
  MPI_Recv_init(buffers[2], 4, MPI_INT, next, 12, MPI_COMM_WORLD, &request[2]); /* started, completed, waited for */
  MPI_Send_init(buffers[3], 2, MPI_DOUBLE, previous, 13, MPI_COMM_WORLD, &request[3]);
  MPI_Ssend_init(buffers[4], 4, MPI_INT, previous, 14, MPI_COMM_WORLD, &request[4]);
  MPI_Rsend_init(buffers[5], 4, MPI_INT, previous, 15, MPI_COMM_WORLD, &request[5]);
  MPI_Send_init(large, LARGE, MPI_CHAR, previous, 16, MPI_COMM_WORLD, &request[6]); /* started, waits for a receiver */
  MPI_Send_init(buffers[8], 4, MPI_INT, previous, 17, MPI_COMM_WORLD, &request[7]); /* started, and gone */
  MPI_Send_init(buffers[9], 4, MPI_INT, MPI_PROC_NULL, 18, MPI_COMM_WORLD, &request[8]);

  MPI_Start(&request[1]);
  MPI_Start(&request[2]);
  MPI_Start(&request[6]);
  MPI_Start(&request[7]);
  MPI_Start(&request[8]);
  MPI_Send(buffers[7], 4, MPI_INT, previous, 12, MPI_COMM_WORLD);
  MPI_Wait(&request[2], MPI_STATUS_IGNORE);
  sample_await_message(MPI_COMM_WORLD, next, 16);
  sample_await_message(MPI_COMM_WORLD, next, 17);

  struct sample_operation operation = {
      .comm = MPI_COMM_WORLD, .peer = next, .count = 4, .datatype = MPI_INT, .persistent = 1};
  for (int i = 0; i < 3; ++i) {
    operation.queue = i == 1 ? "posted" : "inactive";
    operation.tag = 10 + i;
    operation.buffer = buffers[i];
    operation.request = &request[i];
    sample_fact_operation(&operation);
  }
  operation.peer = previous;
  const char *modes[] = {"standard", "synchronous", "ready"};
  for (int i = 3; i < 6; ++i) {
    operation.queue = "inactive";
    operation.tag = 10 + i;
    operation.count = i == 3 ? 2 : 4;
    operation.datatype = i == 3 ? MPI_DOUBLE : MPI_INT;
    operation.buffer = buffers[i];
    operation.request = &request[i];
    operation.mode = modes[i - 3];
    sample_fact_operation(&operation);
  }
  sample_fact_operation(&(struct sample_operation){.queue = "sends",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = previous,
                                                   .tag = 16,
                                                   .count = LARGE,
                                                   .datatype = MPI_CHAR,
                                                   .buffer = large,
                                                   .request = &request[6],
                                                   .mode = "standard",
                                                   .persistent = 1});
  sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = next,
                                                   .tag = 16,
                                                   .count = LARGE,
                                                   .datatype = MPI_CHAR,
                                                   .protocol = "rendezvous"});
  sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = next,
                                                   .tag = 17,
                                                   .count = 4,
                                                   .datatype = MPI_INT,
                                                   .protocol = "eager"});
  sample_hang_in_recv();
  return 0;
}
