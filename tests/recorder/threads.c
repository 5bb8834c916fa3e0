/* A thread sees what call another one is in, with its arguments and since when; many threads at once; a forked child.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/recorder/record_view.h"

static int level;
static int64_t begin;

/* As the record's times are. */
static int64_t monotonic(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static uint64_t own_tid(void) {
  return (uint64_t)syscall(SYS_gettid);
}

/* Waits until the main thread is seen in MPI_Recv, then has the other process send what it waits for. (Between threads
 * of one process, MPICH 4.0.2 does not wake a blocked MPI_Recv.) */
static void *watch(void *tid) {
  struct mpidbg_record_thread *main_thread = find_thread(*(uint64_t *)tid);
  CHECK(main_thread != NULL);
  while (!is_call(__atomic_load_n(&main_thread->call, __ATOMIC_ACQUIRE), "Recv")) sched_yield();
  CHECK((int64_t)main_thread->arguments[1] == 3);
  CHECK(main_thread->arguments[2] == WORD(MPI_INT));
  CHECK((int64_t)main_thread->arguments[3] == MPI_ANY_SOURCE);
  CHECK((int64_t)main_thread->arguments[4] == 77);
  CHECK(main_thread->arguments[5] == WORD(MPI_COMM_WORLD));
  CHECK(main_thread->site != 0);
  CHECK(main_thread->since >= begin && main_thread->since <= monotonic());
  const int values[3] = {1, 2, 3};
  MPI_Send(values, 3, MPI_INT, 1, 77, MPI_COMM_WORLD);
  CHECK(find_thread(own_tid()) != NULL);
  return NULL;
}

static void call_in_progress(void) {
  uint64_t tid = own_tid();
  pthread_t watcher;
  CHECK(find_thread(tid)->call == 0);
  begin = monotonic();
  pthread_create(&watcher, NULL, watch, &tid);
  int values[3];
  MPI_Recv(values, 3, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  pthread_join(watcher, NULL);
  CHECK(find_thread(tid)->call == 0);
  CHECK(is_call(find_thread(tid)->last_call, "Recv"));
}

static void send_back(void) {
  int values[3];
  MPI_Recv(values, 3, MPI_INT, 0, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(values, 3, MPI_INT, 0, 77, MPI_COMM_WORLD);
}

enum { THREADS = 4, ROUNDS = 2000 };

static void *exchange(void *argument) {
  const int tag = *(int *)argument;
  for (int i = 0; i < ROUNDS; ++i) {
    int out = i, in = -1;
    MPI_Request requests[2];
    MPI_Irecv(&in, 1, MPI_INT, 0, tag, MPI_COMM_SELF, &requests[0]);
    MPI_Issend(&out, 1, MPI_INT, 0, tag, MPI_COMM_SELF, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(in == i);
    if (i % 100 == 0) {
      MPI_Datatype type;
      MPI_Type_contiguous(tag + 1, MPI_INT, &type);
      MPI_Type_free(&type);
    }
  }
  return NULL;
}

static void many_threads(void) {
  const uint64_t events = record_header()->next_event;
  pthread_t threads[THREADS];
  int tags[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    tags[i] = i;
    pthread_create(&threads[i], NULL, exchange, &tags[i]);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  CHECK(count_live_requests() == 0);
  CHECK(count_live_handles() == 0);
  CHECK(record_header()->next_event - events == THREADS * (3 * ROUNDS + 2 * (ROUNDS / 100)));
  uint32_t alive = 0;
  for (uint32_t i = 0; i < record_count(MPIDBG_RECORD_THREADS); ++i)
    alive +=
        ((struct mpidbg_record_thread *)record_entry(MPIDBG_RECORD_THREADS, i))->state == MPIDBG_RECORD_THREAD_ALIVE;
  CHECK(alive == 1);
}

/* A child has the record as it was, says whose copy it is, and changes its parent's in nothing. */
static void forked(void) {
  const uint64_t events = record_header()->next_event;
  const uint32_t parent = (uint32_t)getpid();
  const pid_t child = fork();
  if (child == 0) {
    CHECK(record_header()->pid == (uint32_t)getpid());
    CHECK(record_header()->forked_from == parent);
    CHECK(find_thread(own_tid()) != NULL);
    int rank = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Pcontrol(0);
    _Exit(rank >= 0 ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(record_header()->pid == parent && record_header()->forked_from == 0);
  CHECK(record_header()->pcontrol_level == 1);
  CHECK(record_header()->next_event == events);
}

int main(int argc, char **argv) {
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  if (level != MPI_THREAD_MULTIPLE) {
    puts("no MPI_THREAD_MULTIPLE");
    return 77;
  }
  CHECK(record_header()->thread_level == MPI_THREAD_MULTIPLE);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    call_in_progress();
  else
    send_back();
  many_threads();
  forked();
  MPI_Finalize();
  puts("ok");
  return 0;
}
