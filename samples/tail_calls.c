/* Waits in calls that functions make last, so that an optimizing compiler makes them jumps: rank 0 in MPI_Barrier, rank
 * 1 in MPI_Wait for a message that nobody sends. Each rank announces the call, the function and the line. */
#include "sample.h"

static volatile int steps;
static int number;

static void say(const char *call, const char *function, int line) {
  sample_fact("site", "\"call\":\"%s\",\"function\":\"%s\",\"line\":%d", call, function, line);
  sample_ready();
}

static __attribute__((noinline)) int settle(void) {
  ++steps;
  say("MPI_Barrier", "settle", __LINE__ + 1);
  return MPI_Barrier(MPI_COMM_WORLD);
}

static __attribute__((noinline)) int fetch(MPI_Request *request) {
  ++steps;
  say("MPI_Wait", "fetch", __LINE__ + 1);
  return MPI_Wait(request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Request request;
  sample_init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Irecv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &request);
  return (rank == 0 ? settle() : fetch(&request)) + steps;
}
