/* A deadlock of sends: each rank sends synchronously to the next one, and none receives. */
#include "sample.h"

int main(int argc, char **argv) {
  int values[8] = {0};

  sample_init(&argc, &argv);
  int next = sample_next(MPI_COMM_WORLD), previous = sample_previous(MPI_COMM_WORLD);
  sample_fact_operation(&(struct sample_operation){.queue = "sends",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = next,
                                                   .tag = 7,
                                                   .count = 8,
                                                   .datatype = MPI_INT,
                                                   .buffer = values,
                                                   .call = "MPI_Ssend",
                                                   .mode = "synchronous"});
  sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = previous,
                                                   .tag = 7,
                                                   .count = 8,
                                                   .datatype = MPI_INT,
                                                   .protocol = "rendezvous"});
  sample_fact_blocked("MPI_Ssend");
  sample_ready();
  MPI_Ssend(values, 8, MPI_INT, next, 7, MPI_COMM_WORLD);
  return 0;
}
