/* hangs WAY: a job that hangs in one of the ways in which jobs hang, or that only seems to.
 *
 * Each rank announces the call in which it is about to block, and the place:
 * {"fact":"blocked","rank":0,"call":"MPI_Recv", "line":88,"function":"exchange","file":"hangs.c"}. A fact of rank 0 has
 * the expected verdict: {"fact":"verdict", "kind":"deadlock","core":[0,1]}. The core contains the ranks that certainly
 * belong to it, however the library implements its collectives. Ranks that are not blocked run in a loop. "proof" in
 * that fact is the expected basis of the proof, unless it is the counters of messages. A running rank can announce its
 * description in the verdict: {"fact":"activity","rank":0,"text":"runs in ..."}. The ways are in hangs_*.c.
 *
 * With MPIDBG_SHARED_WINDOW in the environment, windows use shared memory. With MPIDBG_LATE_GRANTS, the library grants
 * locks and posts only when they are used, like osc/pt2pt of Open MPI.
 */
#define _GNU_SOURCE
#include "hangs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int rank, one = 1, other, large[1 << 18];

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

void also_blocks(const char *call, const char *file, int line, const char *function) {
  sample_fact("blocked", "\"rank\":%d,\"call\":\"%s\",\"line\":%d,\"function\":\"%s\",\"file\":\"%s\"", rank, call,
              line, function, base_name(file));
}

void blocks(const char *call, const char *file, int line, const char *function) {
  also_blocks(call, file, line, function);
  sample_ready();
}

void verdict(const char *kind, const char *core) {
  if (rank == 0) sample_fact("verdict", "\"kind\":\"%s\",\"core\":[%s]", kind, core);
}

void verdict_by(const char *kind, const char *core, const char *proof) {
  if (rank == 0) sample_fact("verdict", "\"kind\":\"%s\",\"core\":[%s],\"proof\":\"%s\"", kind, core, proof);
}

void activity(const char *what, const char *function, const char *file, int line, const char *where) {
  sample_fact("activity", "\"rank\":%d,\"text\":\"%s %s (%s:%d)%s\"", rank, what, function, base_name(file), line,
              where);
}

void run(void) {
  sample_ready();
  for (;;) usleep(1000);
}

void compute(void) {
  sample_ready();
  for (volatile unsigned long step = 0;; ++step) {
  }
}

void run_inside(const char *where) {
  const int line = __LINE__ + 3;
  ACTIVITY("runs in", line, where);
  sample_ready();
  for (;;) usleep(1000);
}

void receive_from(int source, int tag) {
  BLOCKS("MPI_Recv", MPI_Recv(&other, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

/* Null if it is not among these. */
static const struct way *find_way(const struct way *ways, const char *name) {
  for (; ways->name != NULL; ++ways) {
    if (strcmp(ways->name, name) == 0) return ways;
  }
  return NULL;
}

int main(int argc, char **argv) {
  const char *const name = argc == 2 ? argv[1] : "";
  const struct way *const of_threads = find_way(ways_of_threads, name);
  const struct way *const all[] = {find_way(ways_of_messages, name),
                                   find_way(ways_of_collectives, name),
                                   find_way(ways_of_windows, name),
                                   find_way(ways_of_outside, name),
                                   find_way(ways_of_callbacks, name),
                                   find_way(ways_of_mistakes, name),
                                   of_threads};
  int size, provided;
  if (of_threads == NULL) {
    sample_init(&argc, &argv);
  } else {
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    sample_announce_process();
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
    if (all[i] != NULL && size == 3) all[i]->hang();
  }
  if (rank == 0) fprintf(stderr, "usage: hangs WAY, on 3 ranks\n");
  MPI_Abort(MPI_COMM_WORLD, 2);
}
