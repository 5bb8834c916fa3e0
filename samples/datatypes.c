/* Receives of many data types: predefined ones, derived ones with and without a name. */
#include "sample.h"

static char buffers[16][256];

static void receive(MPI_Datatype datatype, int count) {
  static int n = 0;
  MPI_Request request;
  int next = sample_next(MPI_COMM_WORLD);
  MPI_Irecv(buffers[n], count, datatype, next, 200 + n, MPI_COMM_WORLD, &request);
  sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = next,
                                                   .tag = 200 + n,
                                                   .count = count,
                                                   .datatype = datatype,
                                                   .buffer = buffers[n],
                                                   .request = &request});
  ++n;
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  receive(MPI_CHAR, 7);
  receive(MPI_BYTE, 0);
  receive(MPI_UNSIGNED_LONG, 3);
  receive(MPI_LONG_LONG, 2);
  receive(MPI_FLOAT, 5);
  receive(MPI_DOUBLE, 5);
  receive(MPI_DOUBLE_INT, 2);
  receive(MPI_C_DOUBLE_COMPLEX, 1);
  receive(MPI_INT32_T, 4);

  MPI_Datatype vector, contiguous, freed;
  MPI_Type_vector(3, 2, 5, MPI_DOUBLE, &vector);
  MPI_Type_commit(&vector);
  receive(vector, 1);
  MPI_Type_contiguous(6, MPI_INT, &contiguous);
  MPI_Type_commit(&contiguous);
  MPI_Type_set_name(contiguous, "six ints");
  receive(contiguous, 2);
  MPI_Type_dup(contiguous, &freed);
  MPI_Type_set_name(freed, "freed type");
  receive(freed, 3);
  MPI_Type_free(&freed); /* lives on for as long as the receive does */
  sample_hang_in_recv();
  return 0;
}
