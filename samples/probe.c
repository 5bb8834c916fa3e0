/* All ranks hang in MPI_Probe for a message that never arrives, while a message with another tag has arrived. */
#include "sample.h"

int main(int argc, char **argv) {
  int value = 1;
  sample_init(&argc, &argv);
  int next = sample_next(MPI_COMM_WORLD), previous = sample_previous(MPI_COMM_WORLD);
  MPI_Send(&value, 1, MPI_INT, previous, 77, MPI_COMM_WORLD);
  sample_await_message(MPI_COMM_WORLD, next, 77);
  sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = next,
                                                   .tag = 77,
                                                   .count = 1,
                                                   .datatype = MPI_INT,
                                                   .protocol = "eager"});
  sample_fact_blocked("MPI_Probe");
  sample_ready();
  MPI_Probe(next, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return 0;
}
