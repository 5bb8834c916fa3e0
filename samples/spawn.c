/* A job that starts a second job of two ranks with MPI_Comm_spawn. All ranks wait for a message from rank 0 of the
 * other side over the intercommunicator, and rank 0 of each side has a message without a matching receive. */
#include <stdlib.h>

#include "sample.h"

int main(int argc, char **argv) {
  int rank, value = 1, buffer[2];
  MPI_Comm inter;
  MPI_Request request;
  sample_init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_get_parent(&inter);
  int child = inter != MPI_COMM_NULL;
  if (!child) MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
  MPI_Comm_set_name(inter, child ? "to parents" : "to children");
  sample_fact_communicator(inter);

  MPI_Irecv(buffer, 2, MPI_INT, 0, 5, inter, &request);
  sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                   .comm = inter,
                                                   .peer = 0,
                                                   .tag = 5,
                                                   .count = 2,
                                                   .datatype = MPI_INT,
                                                   .buffer = buffer,
                                                   .request = &request});
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 0, 77, inter);
    sample_await_message(inter, 0, 77);
    sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                     .comm = inter,
                                                     .peer = 0,
                                                     .tag = 77,
                                                     .count = 1,
                                                     .datatype = MPI_INT,
                                                     .protocol = "eager"});
  }
  sample_hang_in_recv();
  return 0;
}
