/* A typical hung job: on a duplicate of MPI_COMM_WORLD, two receives without a matching send and a message without a
 * matching receive; on MPI_COMM_WORLD, a blocking receive that never completes. Any number of ranks. */
#include "sample.h"

int main(int argc, char **argv) {
  MPI_Comm dup;
  int specific[4], wild[4], value = 1;
  MPI_Request requests[2];

  sample_init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_set_name(dup, "my dup");
  int next = sample_next(dup), previous = sample_previous(dup);

  MPI_Irecv(specific, 4, MPI_INT, next, 5, dup, &requests[0]);
  MPI_Irecv(wild, 4, MPI_INT, MPI_ANY_SOURCE, 6, dup, &requests[1]);
  sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                   .comm = dup,
                                                   .peer = next,
                                                   .tag = 5,
                                                   .count = 4,
                                                   .datatype = MPI_INT,
                                                   .buffer = specific,
                                                   .request = &requests[0]});
  sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                   .comm = dup,
                                                   .peer = MPI_ANY_SOURCE,
                                                   .tag = 6,
                                                   .count = 4,
                                                   .datatype = MPI_INT,
                                                   .buffer = wild,
                                                   .request = &requests[1]});

  MPI_Send(&value, 1, MPI_INT, previous, 77, dup);
  sample_await_message(dup, next, 77);
  sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                   .comm = dup,
                                                   .peer = next,
                                                   .tag = 77,
                                                   .count = 1,
                                                   .datatype = MPI_INT,
                                                   .protocol = "eager"});
  sample_fact_communicator(MPI_COMM_WORLD);
  sample_fact_communicator(MPI_COMM_SELF);
  sample_fact_communicator(dup);
  sample_hang_in_recv();
  return 0;
}
