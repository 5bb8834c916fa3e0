/* Snapshots at an interval (1 ms): while threads make and free communicators; while this process does nothing but wait
 * in MPI_Recv; and, without threads, between calls. "threads": with MPI_THREAD_MULTIPLE. Two processes. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/recorder/mpit_view.h"

static uint64_t next_snapshot(void) {
  return __atomic_load_n(&record_header()->next_snapshot, __ATOMIC_ACQUIRE);
}

static void *make_and_free(void *unused) {
  (void)unused;
  for (int i = 0; i < 200; ++i) {
    MPI_Comm dup;
    MPI_Comm_dup(MPI_COMM_SELF, &dup);
    sched_yield();
    MPI_Comm_free(&dup);
  }
  return NULL;
}

static uint64_t waiting_since;

/* Once there are snapshots from while the main thread is in MPI_Recv, has the other process send what it waits for. */
static void *watch(void *main_thread) {
  const struct mpidbg_record_thread *entry = main_thread;
  while (!is_call(__atomic_load_n(&entry->call, __ATOMIC_ACQUIRE), "Recv")) sched_yield();
  waiting_since = next_snapshot();
  while (next_snapshot() < waiting_since + 3) sched_yield();
  const int value = 0;
  MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  return NULL;
}

static void with_threads(int rank) {
  pthread_t threads[2], watcher;
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, make_and_free, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  int value = 0;
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else {
    pthread_create(&watcher, NULL, watch, find_thread((uint64_t)syscall(SYS_gettid)));
    MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_join(watcher, NULL);
  }
  for (const uint64_t begin = next_snapshot(); next_snapshot() < begin + 3;) sched_yield();
}

static void between_calls(void) {
  const uint64_t before = next_snapshot();
  for (int i = 0; i < 1000; ++i) sched_yield();
  CHECK(next_snapshot() == before);
  while (next_snapshot() < before + 3) MPI_Barrier(MPI_COMM_SELF);
}

int main(int argc, char **argv) {
  const int wanted = argc > 1 && strcmp(argv[1], "threads") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
  int level, rank;
  MPI_Init_thread(&argc, &argv, wanted, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  CHECK(record_header()->mpit_interval == 1);
  if (wanted == MPI_THREAD_MULTIPLE && level == wanted)
    with_threads(rank);
  else
    between_calls();
  MPI_Finalize();
  const uint64_t last = next_snapshot() - 1;
  CHECK(find_snapshot(last)->reason == MPIDBG_RECORD_AT_FINALIZE);
  CHECK(find_snapshot(last - 1)->reason == MPIDBG_RECORD_AT_INTERVAL);
  puts("ok");
  return 0;
}
