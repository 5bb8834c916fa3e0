/* Messages that a process has sent to itself on communicators with one process, and operations that are pending on a
 * communicator that the program has freed. Any number of ranks. */
#include "sample.h"

static int small[8][4];

static void announce(const char *queue, MPI_Comm comm, int peer, int tag, const MPI_Request *request,
                     const void *buffer, const char *mode) {
  sample_fact_operation(&(struct sample_operation){.queue = queue,
                                                   .comm = comm,
                                                   .peer = peer,
                                                   .tag = tag,
                                                   .count = 4,
                                                   .datatype = MPI_INT,
                                                   .buffer = buffer,
                                                   .request = request,
                                                   .mode = mode,
                                                   .protocol = buffer ? NULL : "eager"});
}

int main(int argc, char **argv) {
  MPI_Comm dup, freed;
  MPI_Request requests[7];
  MPI_Message message;
  MPI_Status status;
  int found = 0;

  sample_init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_SELF, &dup);
  MPI_Comm_set_name(dup, "own dup");
  MPI_Irecv(small[0], 4, MPI_INT, 0, 5, MPI_COMM_SELF, &requests[0]);
  MPI_Irecv(small[1], 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, dup, &requests[1]);
  MPI_Isend(small[2], 4, MPI_INT, 0, 6, MPI_COMM_SELF, &requests[2]);
  announce("posted", MPI_COMM_SELF, 0, 5, &requests[0], small[0], NULL);
  announce("posted", dup, MPI_ANY_SOURCE, MPI_ANY_TAG, &requests[1], small[1], NULL);
  announce("sends", MPI_COMM_SELF, 0, 6, &requests[2], small[2], "standard");
  announce("unexpected", MPI_COMM_SELF, 0, 6, NULL, NULL, NULL);
  MPI_Isend(small[3], 4, MPI_INT, 0, 7, MPI_COMM_SELF, &requests[3]);
  announce("sends", MPI_COMM_SELF, 0, 7, &requests[3], small[3], "standard");
  while (!found) MPI_Improbe(0, 7, MPI_COMM_SELF, &found, &message, &status);

  MPI_Comm_dup(MPI_COMM_WORLD, &freed);
  MPI_Irecv(small[4], 4, MPI_INT, sample_next(freed), 8, freed, &requests[4]);
  MPI_Issend(small[5], 4, MPI_INT, sample_previous(freed), 9, freed, &requests[5]);
  sample_await_message(freed, sample_next(freed), 9);
  MPI_Comm_free(&freed);
  sample_fact("own_message", "\"handle\":\"0x%lx\",\"comm\":\"0x%lx\",\"source\":0,\"tag\":7,\"bytes\":16",
              SAMPLE_HANDLE(message), SAMPLE_HANDLE(MPI_COMM_SELF));
  sample_fact("of_freed", "\"receive\":\"0x%lx\",\"send\":\"0x%lx\",\"source\":%d", SAMPLE_HANDLE(requests[4]),
              SAMPLE_HANDLE(requests[5]), sample_next(MPI_COMM_WORLD));
  sample_hang_in_recv();
  return 0;
}
