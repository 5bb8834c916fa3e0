/* Messages over an intercommunicator between the even and the odd ranks: peers are ranks of the remote group. At least
 * two ranks. */
#include "sample.h"

int main(int argc, char **argv) {
  int rank, size, value = 1, buffer[2];
  MPI_Comm half, inter;
  MPI_Request request;
  sample_init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? 0 : 1, 3, &inter);
  MPI_Comm_set_name(inter, "even and odd");
  sample_fact_communicator(inter);

  /* Rank 0 of each side gets a message from each rank of the other side, and all wait for one from rank 0. */
  int remote, local;
  MPI_Comm_remote_size(inter, &remote);
  MPI_Comm_rank(inter, &local);
  MPI_Irecv(buffer, 2, MPI_INT, 0, 5, inter, &request);
  sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                   .comm = inter,
                                                   .peer = 0,
                                                   .tag = 5,
                                                   .count = 2,
                                                   .datatype = MPI_INT,
                                                   .buffer = buffer,
                                                   .request = &request});
  MPI_Send(&value, 1, MPI_INT, 0, 77, inter);
  if (local == 0) {
    for (int peer = 0; peer < remote; ++peer) {
      sample_await_message(inter, peer, 77);
      sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                       .comm = inter,
                                                       .peer = peer,
                                                       .tag = 77,
                                                       .count = 1,
                                                       .datatype = MPI_INT,
                                                       .protocol = "eager"});
    }
  }
  sample_hang_in_recv();
  return 0;
}
