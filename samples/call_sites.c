/* Shows its call sites: call_sites MODE. Rank 0 waits in the call of that name, or polls with MPI_Test. The others wait
 * in MPI_Barrier; for MPI_Init and MPI_Finalize they never get that far. Each rank announces the call, the function and
 * the line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sample.h"

static void say(const char *call, const char *function, int line) {
  sample_fact("site", "\"call\":\"%s\",\"function\":\"%s\",\"line\":%d", call, function, line);
  sample_ready();
}

/* Runs before MPI_Init. */
static void say_without_mpi(const char *fact, int rank, int line) {
  char text[200];
  const int length = snprintf(text, sizeof text,
                              "{\"fact\":\"%s\",\"rank\":%d,\"pid\":%d,\"call\":\"MPI_Init\","
                              "\"function\":\"main\",\"line\":%d}\n",
                              fact, rank, (int)getpid(), line);
  sample_write(text, (unsigned long)length);
}

static inline __attribute__((always_inline)) void inlined_receive(void) {
  int number;
  say("MPI_Recv", "inlined_receive", __LINE__ + 1);
  MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  sample_fact("received", "\"number\":%d", number);
}

static __attribute__((noinline)) void poll_forever(void) {
  int number, done = 0;
  MPI_Request request;
  MPI_Irecv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &request);
  say("MPI_Test", "poll_forever", __LINE__ + 1);
  while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "recv";
  const char *const of_openmpi = getenv("OMPI_COMM_WORLD_RANK"), *const of_mpich = getenv("PMI_RANK");
  const int first = atoi(of_openmpi != NULL ? of_openmpi : of_mpich != NULL ? of_mpich : "0") == 0;
  if (strcmp(mode, "init") == 0) {
    say_without_mpi("process", !first, 0);
    if (first) say_without_mpi("site", 0, __LINE__ + 4);
    say_without_mpi("ready", !first, 0);
    if (!first)
      for (;;) pause();
    return MPI_Init(&argc, &argv);
  }
  sample_init(&argc, &argv);
  if (!first) {
    if (strcmp(mode, "finalize") == 0) {
      sample_ready();
      for (;;) pause();
    }
    say("MPI_Barrier", "main", __LINE__ + 1);
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (strcmp(mode, "poll") == 0) {
    poll_forever();
  } else if (strcmp(mode, "finalize") == 0) {
    say("MPI_Finalize", "main", __LINE__ + 1);
    MPI_Finalize();
  } else {
    inlined_receive();
  }
  return 0;
}
