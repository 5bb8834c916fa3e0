/* A hung job for comparing point-to-point layers: communicators and pending operations of several kinds. Three ranks in
 * a circle: 0 waits for a tag that 2 has not sent, 1 for a message from 0, and 2 in a barrier for 1. */
#include <stdlib.h>

#include "sample.h"

enum { LARGE = 100000 };

static MPI_Comm named(MPI_Comm comm, const char *name) {
  MPI_Comm_set_name(comm, name);
  return comm;
}

int main(int argc, char **argv) {
  MPI_Comm halo, reversed, half, bridge, ring;
  MPI_Datatype column;
  MPI_Request requests[7];
  int rank, size, keyval, periodic = 1, small[6][8] = {{0}};
  double *large = calloc(LARGE, sizeof *large);

  sample_init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int next = sample_next(MPI_COMM_WORLD), previous = sample_previous(MPI_COMM_WORLD);
  MPI_Comm_dup(MPI_COMM_WORLD, &halo);
  named(halo, "halo");
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  MPI_Comm_set_attr(halo, keyval, (void *)42);
  MPI_Comm_set_errhandler(halo, MPI_ERRORS_RETURN);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  named(reversed, "reversed");
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &half);
  named(half, rank > 0 ? "others" : "first");
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 7, &bridge);
  named(bridge, "bridge");
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  named(ring, "ring");
  MPI_Type_vector(2, 1, 2, MPI_INT, &column);
  MPI_Type_set_name(column, "column");
  MPI_Type_commit(&column);

  MPI_Irecv(small[0], 1, column, previous, 11, halo, &requests[0]);
  MPI_Irecv(small[1], 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, ring, &requests[1]);
  MPI_Irecv(small[2], 4, MPI_INT, 0, 12, bridge, &requests[2]);
  MPI_Isend(large, LARGE, MPI_DOUBLE, next, 13, halo, &requests[3]);
  MPI_Issend(small[3], 4, MPI_INT, sample_next(reversed), 14, reversed, &requests[4]);
  MPI_Recv_init(small[4], 4, MPI_INT, previous, 15, halo, &requests[5]);
  MPI_Start(&requests[5]);
  MPI_Ssend_init(small[5], 4, MPI_INT, next, 16, halo, &requests[6]);
  MPI_Send(small[0], 2, MPI_INT, next, 4, MPI_COMM_WORLD);

  sample_await_message(halo, previous, 13);
  sample_await_message(reversed, sample_previous(reversed), 14);
  sample_await_message(MPI_COMM_WORLD, previous, 4);
  sample_ready();
  if (rank == 0) MPI_Recv(small[0], 2, MPI_INT, previous, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  if (rank == 2) MPI_Barrier(half);
  MPI_Finalize();
  return 0;
}
