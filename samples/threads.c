/* MPI_THREAD_MULTIPLE: two threads of each rank hang in MPI at the same time, the main thread in MPI_Recv, the other in
 * MPI_Ssend. */
#include <pthread.h>
#include <stdio.h>

#include "sample.h"

static MPI_Comm dup;

static void *other_thread(void *values) {
  MPI_Ssend(values, 4, MPI_INT, sample_next(dup), 8, dup);
  return NULL;
}

int main(int argc, char **argv) {
  int provided, values[4] = {0};
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  sample_announce_process();
  if (provided != MPI_THREAD_MULTIPLE) {
    fprintf(stderr, "threads: this MPI library has no MPI_THREAD_MULTIPLE\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_set_name(dup, "of the other thread");
  sample_fact_operation(&(struct sample_operation){.queue = "sends",
                                                   .comm = dup,
                                                   .peer = sample_next(dup),
                                                   .tag = 8,
                                                   .count = 4,
                                                   .datatype = MPI_INT,
                                                   .buffer = values,
                                                   .call = "MPI_Ssend",
                                                   .mode = "synchronous"});
  sample_fact_operation(&(struct sample_operation){.queue = "unexpected",
                                                   .comm = dup,
                                                   .peer = sample_previous(dup),
                                                   .tag = 8,
                                                   .count = 4,
                                                   .datatype = MPI_INT,
                                                   .protocol = "rendezvous"});
  sample_fact_blocked("MPI_Ssend");
  pthread_create(&thread, NULL, other_thread, values);
  sample_hang_in_recv();
  return 0;
}
