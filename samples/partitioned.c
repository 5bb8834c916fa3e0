/* partitioned WAY: partitioned communication that hangs, or is repeated forever. Needs MPI 4.0.
 *
 * Runs on 3 ranks; rank 1 sends 4 partitions to rank 0. The facts have the form of those of hangs.c. The round that
 * hangs is the second one, so that both sides know each other.
 */
#include <stdio.h>
#include <string.h>

#include "sample.h"

enum { partitions = 4, per_partition = 2, tag = 5 };

static int rank, one, data[partitions * per_partition];
static MPI_Request request = MPI_REQUEST_NULL;
static int asked = tag;     /* by rank 0 */
static int started, marked; /* of the request: MPI_Start was called, and how many partitions are ready since */

/* Writes the request as the program made it; `ready` counts the partitions of a send in its first round. */
static void say_request(void) {
  if (request == MPI_REQUEST_NULL) return;
  sample_fact(
      "partitioned",
      "\"handle\":\"0x%lx\",\"call\":\"%s\",\"peer\":%d,\"tag\":%d,\"partitions\":%d,\"active\":%s,\"marked\":%d",
      SAMPLE_HANDLE(request), rank == 1 ? "MPI_Psend_init" : "MPI_Precv_init", rank == 0 ? 1 : 0,
      rank == 2   ? tag + 1
      : rank == 0 ? asked
                  : tag,
      partitions, started ? "true" : "false", marked);
}

static void blocks(const char *call, int line, const char *function) {
  say_request();
  sample_fact("blocked", "\"rank\":%d,\"call\":\"%s\",\"line\":%d,\"function\":\"%s\",\"file\":\"partitioned.c\"", rank,
              call, line, function);
  sample_ready();
}
/* The call has to be on the line of the macro. */
#define BLOCKS(name, statement)       \
  do {                                \
    blocks(name, __LINE__, __func__); \
    statement;                        \
  } while (0)

static void verdict(const char *kind, const char *core) {
  if (rank == 0) sample_fact("verdict", "\"kind\":\"%s\",\"core\":[%s]", kind, core);
}

static void init(void) {
  const int peer = 1 - rank;
  if (rank == 0)
    MPI_Precv_init(data, partitions, per_partition, MPI_INT, peer, asked, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  if (rank == 1)
    MPI_Psend_init(data, partitions, per_partition, MPI_INT, peer, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  /* Open MPI transfers nothing before all processes have made a partitioned request. This request is never started. */
  if (rank == 2)
    MPI_Precv_init(data, partitions, per_partition, MPI_INT, 0, tag + 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
}

/* The sender marks this many partitions as ready. */
static void ready(int count) {
  if (rank == 1 && count > 0) MPI_Pready_range(0, count - 1, request);
  marked = rank == 1 ? count : 0;
}

static void one_round(void) {
  init();
  if (rank == 2) return;
  MPI_Start(&request);
  ready(partitions);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void receive_from(int source) {
  BLOCKS("MPI_Recv", MPI_Recv(&one, 1, MPI_INT, source, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

static void wait(void) {
  BLOCKS("MPI_Wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void start_and_wait(int count) {
  if (rank == 2) receive_from(0);
  MPI_Start(&request);
  started = 1;
  ready(count);
  wait();
}

/* The sender waits for partitions that it has not marked itself. */
static void one_not_ready(void) {
  verdict("self-deadlock", "1");
  one_round();
  start_and_wait(partitions - 1);
}

static void first_not_ready(void) {
  verdict("self-deadlock", "1");
  init();
  start_and_wait(0);
}

static void some_not_ready(void) {
  verdict("self-deadlock", "1");
  init();
  start_and_wait(partitions - 2);
}

static void sender_not_started(void) {
  verdict("deadlock", "0,1");
  one_round();
  if (rank == 1) receive_from(0);
  start_and_wait(partitions);
}

static void no_sender(void) {
  verdict("deadlock", "0,1");
  if (rank == 0) init();
  if (rank == 1) receive_from(0);
  start_and_wait(partitions);
}

static void receiver_not_started(void) {
  verdict("deadlock", "0,1");
  one_round();
  if (rank == 0) receive_from(1);
  start_and_wait(partitions);
}

static void no_receiver(void) {
  verdict("deadlock", "0,1");
  if (rank == 1) init();
  if (rank == 0) receive_from(1);
  start_and_wait(partitions);
}

/* Both sides have done their part, with different tags. */
static void other_tag(void) {
  verdict("deadlock", "0,1");
  asked = tag + 2;
  init();
  start_and_wait(partitions);
}

/* This way does not hang. */
static void rounds(void) {
  init();
  for (long round = 0;; ++round) {
    int arrived = 0;
    if (round == 1) sample_ready();
    if (rank != 2) MPI_Start(&request);
    for (int i = 0; rank == 1 && i < partitions; ++i) MPI_Pready(i, request);
    while (rank == 0 && round % 2 && !arrived) MPI_Parrived(request, partitions - 1, &arrived);
    if (rank != 2) MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (round % 8 == 0) MPI_Barrier(MPI_COMM_WORLD);
  }
}

#define WAY(name) \
  { #name, name }
static const struct {
  const char *name;
  void (*run)(void);
} ways[] = {WAY(one_not_ready),      WAY(first_not_ready), WAY(some_not_ready),
            WAY(sender_not_started), WAY(no_sender),       WAY(receiver_not_started),
            WAY(no_receiver),        WAY(other_tag),       WAY(rounds)};

int main(int argc, char **argv) {
  int size;
  sample_init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
    if (argc == 2 && strcmp(argv[1], ways[i].name) == 0 && size == 3) ways[i].run();
  }
  if (rank == 0) fprintf(stderr, "usage: partitioned WAY, on 3 ranks\n");
  MPI_Abort(MPI_COMM_WORLD, 2);
}
