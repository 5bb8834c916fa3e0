/* correct WAY [ROUNDS]: a correct job that does not hang, in one of the ways in which programs communicate.
 *
 * Runs on 3 ranks. It repeats its communication forever, or ROUNDS times, and reports that it is ready when each rank
 * has finished one round. A test stops it at any instant: no verdict may call it stuck. The ranks compute for a while
 * now and then, each with its own random times, so that they meet in all orders.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "sample.h"

enum { ints = 1 << 16, few = 16 };

static int rank, size;
static long rounds = -1;
static unsigned random_state;
static int in[3 * ints], out[3 * ints];

static int next(void) {
  return sample_next(MPI_COMM_WORLD);
}
static int previous(void) {
  return sample_previous(MPI_COMM_WORLD);
}

static unsigned draw(unsigned below) {
  random_state = random_state * 1103515245u + 12345u;
  return (random_state >> 16) % below;
}

/* Computes for up to about a millisecond, often not at all. */
static void compute(void) {
  static volatile double sum;
  const unsigned steps = draw(2) ? 0 : draw(100000);
  for (unsigned i = 0; i < steps; ++i) sum = sum + i;
}

static int again(void) {
  static long round;
  if (round == 1) sample_ready();
  return rounds < 0 || round < rounds ? ++round : 0;
}

#define ROUNDS while (again())

static void barrier(void) {
  ROUNDS {
    compute();
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

static void bcast(void) {
  int root = 0;
  ROUNDS {
    compute();
    MPI_Bcast(in, few, MPI_INT, root, MPI_COMM_WORLD);
    root = (root + 1) % size;
  }
}

static void large_bcast(void) {
  ROUNDS {
    MPI_Bcast(in, ints, MPI_INT, 0, MPI_COMM_WORLD);
    compute();
  }
}

static void reduce(void) {
  ROUNDS {
    compute();
    MPI_Reduce(out, in, few, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
  }
}

static void allreduce(void) {
  ROUNDS {
    compute();
    MPI_Allreduce(out, in, few, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(out, in, ints, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  }
}

static void gather_and_scatter(void) {
  ROUNDS {
    compute();
    MPI_Gather(out, few, MPI_INT, in, few, MPI_INT, 2, MPI_COMM_WORLD);
    MPI_Scatter(out, few, MPI_INT, in, few, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scan(out, in, few, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(out, in, few, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
}

static void alltoall(void) {
  ROUNDS {
    compute();
    MPI_Alltoall(out, ints / 2, MPI_INT, in, ints / 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgather(out, few, MPI_INT, in, few, MPI_INT, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(out, in, few, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
}

static void pipeline(void) {
  ROUNDS {
    if (rank > 0) MPI_Recv(in, few, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    compute();
    if (rank + 1 < size) MPI_Send(out, few, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
  }
}

static void synchronous_pipeline(void) {
  ROUNDS {
    if (rank > 0) MPI_Recv(in, few, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    compute();
    if (rank + 1 < size) MPI_Ssend(out, few, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
  }
}

static void token_ring(void) {
  int has = rank == 0;
  ROUNDS {
    if (!has) MPI_Recv(in, few, MPI_INT, previous(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    compute();
    MPI_Send(out, few, MPI_INT, next(), 3, MPI_COMM_WORLD);
    has = 0;
  }
}

static void large_ring(void) {
  ROUNDS {
    compute();
    if (rank == 0) {
      MPI_Send(out, 3 * ints, MPI_INT, next(), 3, MPI_COMM_WORLD);
      MPI_Recv(in, 3 * ints, MPI_INT, previous(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(in, 3 * ints, MPI_INT, previous(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out, 3 * ints, MPI_INT, next(), 3, MPI_COMM_WORLD);
    }
  }
}

static void sendrecv(void) {
  ROUNDS {
    compute();
    MPI_Sendrecv(out, few, MPI_INT, next(), 5, in, few, MPI_INT, previous(), 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(in, ints, MPI_INT, previous(), 6, next(), 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void master_and_workers(void) {
  MPI_Status status;
  ROUNDS {
    if (rank == 0) {
      MPI_Recv(in, few, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      MPI_Send(out, few, MPI_INT, status.MPI_SOURCE, 9, MPI_COMM_WORLD);
    } else {
      MPI_Send(out, few, MPI_INT, 0, rank, MPI_COMM_WORLD);
      MPI_Recv(in, few, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      compute();
    }
  }
}

static void halo(int count) {
  MPI_Request requests[4];
  ROUNDS {
    MPI_Irecv(in, count, MPI_INT, previous(), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in + ints, count, MPI_INT, next(), 2, MPI_COMM_WORLD, &requests[1]);
    compute();
    MPI_Isend(out, count, MPI_INT, next(), 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(out, count, MPI_INT, previous(), 2, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  }
}

static void small_halo(void) {
  halo(few);
}
static void large_halo(void) {
  halo(ints);
}

static void waitany(void) {
  MPI_Request requests[4];
  int index;
  ROUNDS {
    MPI_Irecv(in, few, MPI_INT, previous(), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in + ints, few, MPI_INT, next(), 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(out, few, MPI_INT, next(), 1, MPI_COMM_WORLD, &requests[2]);
    compute();
    MPI_Isend(out, few, MPI_INT, previous(), 2, MPI_COMM_WORLD, &requests[3]);
    for (int i = 0; i < 4; ++i) MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
  }
}

static void waitsome(void) {
  MPI_Request requests[4];
  int done, indices[4];
  ROUNDS {
    MPI_Irecv(in, ints, MPI_INT, previous(), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in + ints, ints, MPI_INT, next(), 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(out, ints, MPI_INT, next(), 1, MPI_COMM_WORLD, &requests[2]);
    compute();
    MPI_Isend(out, ints, MPI_INT, previous(), 2, MPI_COMM_WORLD, &requests[3]);
    for (int left = 4; left > 0; left -= done) MPI_Waitsome(4, requests, &done, indices, MPI_STATUSES_IGNORE);
  }
}

static void persistent(void) {
  MPI_Request requests[2];
  MPI_Recv_init(in, few, MPI_INT, previous(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Ssend_init(out, few, MPI_INT, next(), 1, MPI_COMM_WORLD, &requests[1]);
  ROUNDS {
    MPI_Startall(2, requests);
    compute();
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
}

static void nonblocking_barrier(void) {
  MPI_Request request;
  ROUNDS {
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    compute();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

/* The collective continues while its process is in another call. */
static void collective_behind_receive(void) {
  MPI_Request requests[2];
  ROUNDS {
    MPI_Iallreduce(out, in, few, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
    MPI_Ibcast(in + ints, few, MPI_INT, 1, MPI_COMM_WORLD, &requests[1]);
    compute();
    if (rank == 0) MPI_Wait(&requests[0], MPI_STATUS_IGNORE), MPI_Send(out, few, MPI_INT, 1, 4, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&in[(size_t)2 * ints], few, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
}

static void nonblocking_collectives(void) {
  MPI_Comm other;
  MPI_Request requests[3];
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  ROUNDS {
    MPI_Iallgather(out, few, MPI_INT, in, few, MPI_INT, other, &requests[0]);
    MPI_Ialltoall(out, few, MPI_INT, in + ints, few, MPI_INT, MPI_COMM_WORLD, &requests[1]);
    MPI_Ireduce(out, &in[(size_t)2 * ints], few, MPI_INT, MPI_SUM, 2, other, &requests[2]);
    compute();
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  }
}

static void test_loop(void) {
  MPI_Request request;
  int flag;
  ROUNDS {
    MPI_Irecv(in, few, MPI_INT, previous(), 1, MPI_COMM_WORLD, &request);
    compute();
    MPI_Send(out, few, MPI_INT, next(), 1, MPI_COMM_WORLD);
    for (flag = 0; !flag;) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  }
}

static void probe_loop(void) {
  MPI_Status status;
  int count;
  ROUNDS {
    if (rank == 0) {
      MPI_Probe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_INT, &count);
      MPI_Recv(in, count, MPI_INT, status.MPI_SOURCE, 7, MPI_COMM_WORLD, &status);
      MPI_Ssend(out, few, MPI_INT, status.MPI_SOURCE, 8, MPI_COMM_WORLD);
    } else {
      MPI_Send(out, (int)draw(ints), MPI_INT, 0, 7, MPI_COMM_WORLD);
      MPI_Recv(in, few, MPI_INT, 0, 8, MPI_COMM_WORLD, &status);
      compute();
    }
  }
}

static void iprobe_loop(void) {
  MPI_Status status;
  int flag;
  ROUNDS {
    MPI_Send(out, few, MPI_INT, next(), 7, MPI_COMM_WORLD);
    for (flag = 0; !flag;) MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &flag, &status);
    MPI_Recv(in, few, MPI_INT, status.MPI_SOURCE, 7, MPI_COMM_WORLD, &status);
    compute();
  }
}

static void matched_probe(void) {
  MPI_Message message;
  MPI_Request request;
  ROUNDS {
    MPI_Isend(out, draw(2) ? ints : few, MPI_INT, next(), 7, MPI_COMM_WORLD, &request);
    MPI_Mprobe(previous(), 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    compute();
    MPI_Mrecv(in, ints, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void buffered(void) {
  const int bytes = 4 * ints * (int)sizeof(int) + 64 * MPI_BSEND_OVERHEAD;
  void *buffer = malloc((size_t)bytes);
  ROUNDS {
    MPI_Buffer_attach(buffer, bytes);
    MPI_Bsend(out, ints, MPI_INT, next(), 7, MPI_COMM_WORLD);
    MPI_Bsend(out, few, MPI_INT, previous(), 8, MPI_COMM_WORLD);
    compute();
    MPI_Recv(in, ints, MPI_INT, previous(), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(in, few, MPI_INT, next(), 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    void *detached;
    int detached_bytes;
    MPI_Buffer_detach(&detached, &detached_bytes);
  }
}

static void to_self(void) {
  MPI_Request request;
  ROUNDS {
    MPI_Irecv(in, ints, MPI_INT, rank, 7, MPI_COMM_WORLD, &request);
    MPI_Ssend(out, ints, MPI_INT, rank, 7, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    compute();
    MPI_Sendrecv(out, few, MPI_INT, rank, 1, in, few, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void fence(void) {
  MPI_Win window;
  MPI_Win_create(in, sizeof in, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  ROUNDS {
    MPI_Put(out, few, MPI_INT, next(), 0, few, MPI_INT, window);
    compute();
    MPI_Win_fence(0, window);
  }
}

static void lock(void) {
  MPI_Win window;
  MPI_Win_create(in, sizeof in, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  ROUNDS {
    const int target = (int)draw((unsigned)size);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window);
    MPI_Put(out, few, MPI_INT, target, 0, few, MPI_INT, window);
    MPI_Win_flush(target, window);
    compute();
    MPI_Win_unlock(target, window);
  }
}

static void shared_lock(void) {
  MPI_Win window;
  int *base;
  MPI_Win_allocate(sizeof in, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
  ROUNDS {
    MPI_Win_lock_all(0, window);
    MPI_Accumulate(out, few, MPI_INT, next(), 0, few, MPI_INT, MPI_SUM, window);
    MPI_Win_flush_all(window);
    compute();
    MPI_Win_unlock_all(window);
  }
}

static void post_and_start(void) {
  MPI_Win window;
  MPI_Group world, to, from;
  const int target = next(), origin = previous();
  MPI_Win_create(in, sizeof in, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &target, &to);
  MPI_Group_incl(world, 1, &origin, &from);
  ROUNDS {
    compute();
    MPI_Win_post(from, 0, window);
    MPI_Win_start(to, 0, window);
    MPI_Put(out, few, MPI_INT, target, 0, few, MPI_INT, window);
    MPI_Win_complete(window);
    MPI_Win_wait(window);
  }
}

static void windows(void) {
  MPI_Win window;
  ROUNDS {
    MPI_Win_create(in, sizeof in, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    compute();
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
  }
}

static void dup_and_free(void) {
  MPI_Comm dup;
  ROUNDS {
    compute();
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Barrier(dup);
    MPI_Comm_free(&dup);
  }
}

static void nonblocking_dup(void) {
  MPI_Comm dup;
  MPI_Request request;
  ROUNDS {
    MPI_Comm_idup(MPI_COMM_WORLD, &dup, &request);
    compute();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&dup);
  }
}

static void split(void) {
  MPI_Comm part;
  ROUNDS {
    compute();
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, -rank, &part);
    MPI_Allreduce(out, in, few, MPI_INT, MPI_SUM, part);
    MPI_Comm_free(&part);
  }
}

static void groups(void) {
  MPI_Group world, some;
  MPI_Comm part, grid;
  const int members[] = {0, 2};
  const int dimensions[] = {3}, periods[] = {1};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, members, &some);
  ROUNDS {
    compute();
    if (rank != 1) {
      MPI_Comm_create_group(MPI_COMM_WORLD, some, 5, &part);
      MPI_Barrier(part);
      MPI_Comm_free(&part);
    }
    MPI_Comm_create(MPI_COMM_WORLD, some, &part);
    if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dimensions, periods, 0, &grid);
    MPI_Comm_free(&grid);
  }
}

static void neighbours(void) {
  MPI_Comm grid;
  const int dimensions[] = {3}, periods[] = {1};
  MPI_Request request;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dimensions, periods, 0, &grid);
  ROUNDS {
    compute();
    MPI_Neighbor_allgather(out, few, MPI_INT, in, few, MPI_INT, grid);
    MPI_Neighbor_alltoall(out, few, MPI_INT, in, few, MPI_INT, grid);
    MPI_Ineighbor_allgather(out, few, MPI_INT, in, few, MPI_INT, grid, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void intercommunicator(void) {
  MPI_Comm part, between, merged;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &part);
  ROUNDS {
    compute();
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 11, &between);
    MPI_Barrier(between);
    MPI_Allreduce(out, in, few, MPI_INT, MPI_SUM, between);
    if (rank == 0) MPI_Send(out, few, MPI_INT, 1, 5, between);
    if (rank == 2) MPI_Recv(in, few, MPI_INT, 0, 5, between, MPI_STATUS_IGNORE);
    MPI_Intercomm_merge(between, rank, &merged);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&between);
  }
}

static void file(void) {
  MPI_File handle;
  char path[64];
  int number = (int)getpid();
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(path, sizeof path, "/tmp/mpidbg-correct-%d", number);
  ROUNDS {
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &handle);
    MPI_File_write_at_all(handle, (MPI_Offset)rank * 64, out, few, MPI_INT, MPI_STATUS_IGNORE);
    compute();
    MPI_File_write_at(handle, (MPI_Offset)rank * 64, out, few, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at_all(handle, (MPI_Offset)rank * 64, in, few, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&handle);
  }
}

/* Each rank answers itself and others in a separate thread. */
static void *answer(void *unused) {
  MPI_Status status;
  int question;
  (void)unused;
  for (;;) {
    MPI_Recv(&question, 1, MPI_INT, MPI_ANY_SOURCE, 20, MPI_COMM_WORLD, &status);
    MPI_Send(&question, 1, MPI_INT, status.MPI_SOURCE, 21, MPI_COMM_WORLD);
  }
  return NULL;
}

static void threads(void) {
  pthread_t thread;
  int question = rank, reply;
  pthread_create(&thread, NULL, answer, NULL);
  ROUNDS {
    compute();
    MPI_Sendrecv(&question, 1, MPI_INT, (int)draw((unsigned)size), 20, &reply, 1, MPI_INT, MPI_ANY_SOURCE, 21,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

/* One thread computes and never calls MPI; the thread that does so waits for no other. */
static void *only_computes(void *unused) {
  (void)unused;
  for (;;) usleep(100);
  return NULL;
}

static void helper_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, only_computes, NULL);
  ROUNDS {
    compute();
    MPI_Sendrecv(out, few, MPI_INT, next(), 5, in, few, MPI_INT, previous(), 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* The C library starts a thread for it. */
static void send_to_self(union sigval unused) {
  (void)unused;
  MPI_Send(out, few, MPI_INT, rank, 22, MPI_COMM_WORLD);
}

static void timer_of_library(void) {
  struct sigevent event = {0};
  const struct itimerspec time = {{0, 0}, {0, 50000000}};
  timer_t timer;
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = send_to_self;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) abort();
  ROUNDS {
    if (rank == 0) {
      timer_settime(timer, 0, &time, NULL);
      MPI_Recv(in, few, MPI_INT, MPI_ANY_SOURCE, 22, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* A handler of a signal wakes the thread that sends. */
static int is_time;

static void wake(int signal) {
  (void)signal;
  __atomic_store_n(&is_time, 1, __ATOMIC_SEQ_CST);
  /* A system call alone, which a handler may make. NOLINTNEXTLINE(bugprone-signal-handler) */
  syscall(SYS_futex, &is_time, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *send_in_time(void *unused) {
  (void)unused;
  for (;;) {
    while (!__atomic_exchange_n(&is_time, 0, __ATOMIC_SEQ_CST))
      syscall(SYS_futex, &is_time, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    MPI_Send(out, few, MPI_INT, rank, 22, MPI_COMM_WORLD);
  }
  return NULL;
}

static void futex_of_signal(void) {
  const struct itimerval time = {{0, 0}, {0, 50000}};
  pthread_t thread;
  if (rank == 0) {
    signal(SIGALRM, wake);
    pthread_create(&thread, NULL, send_in_time, NULL);
  }
  ROUNDS {
    if (rank == 0) {
      setitimer(ITIMER_REAL, &time, NULL);
      MPI_Recv(in, few, MPI_INT, MPI_ANY_SOURCE, 22, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* Does all of the above, in an order that each round draws anew and that is the same on all ranks. */
static void mixed(void) {
  unsigned shared = 1;
  ROUNDS {
    compute();
    shared = shared * 1103515245u + 12345u;
    switch ((shared >> 16) % 6) {
      case 0:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
      case 1:
        MPI_Bcast(in, few, MPI_INT, (int)((shared >> 20) % 3), MPI_COMM_WORLD);
        break;
      case 2:
        MPI_Sendrecv(out, ints, MPI_INT, next(), 1, in, ints, MPI_INT, previous(), 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        break;
      case 3:
        MPI_Reduce(out, in, few, MPI_INT, MPI_SUM, (int)((shared >> 20) % 3), MPI_COMM_WORLD);
        break;
      case 4:
        MPI_Allreduce(out, in, ints, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        break;
      default:
        if (rank == 0) MPI_Send(out, few, MPI_INT, 2, 2, MPI_COMM_WORLD);
        if (rank == 2) MPI_Recv(in, few, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}

/* Rank 0 locks and unlocks all the time; the others wait inside MPI for its messages. */
static void locks_of_one(void) {
  MPI_Win window;
  int *memory, number = 0;
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  ROUNDS {
    for (int i = 0; rank == 0 && i < 2000; ++i) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
      MPI_Put(&number, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
      MPI_Win_unlock(1, window);
    }
    if (rank == 0) MPI_Send(out, few, MPI_INT, 1, 1, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(in, few, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&window);
}

static int delete_and_send(MPI_Comm comm, int keyval, void *value, void *state) {
  (void)comm, (void)keyval, (void)value, (void)state;
  ROUNDS {
    compute();
    MPI_Send(out, few, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(out, few, MPI_INT, 2, 1, MPI_COMM_WORLD);
  }
  return MPI_SUCCESS;
}

/* The attributes of MPI_COMM_SELF are deleted at the start of MPI_Finalize; until then the callback may communicate. */
static void callback_of_finalize(void) {
  int keyval;
  if (rank == 1) {
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_and_send, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
    return;
  }
  ROUNDS {
    MPI_Recv(in, few, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

#define WAY(name) \
  { #name, name }
static const struct {
  const char *name;
  void (*run)(void);
} ways[] = {
    WAY(barrier),
    WAY(bcast),
    WAY(large_bcast),
    WAY(reduce),
    WAY(allreduce),
    WAY(gather_and_scatter),
    WAY(alltoall),
    WAY(pipeline),
    WAY(synchronous_pipeline),
    WAY(token_ring),
    WAY(large_ring),
    WAY(sendrecv),
    WAY(master_and_workers),
    WAY(small_halo),
    WAY(large_halo),
    WAY(waitany),
    WAY(waitsome),
    WAY(persistent),
    WAY(nonblocking_barrier),
    WAY(collective_behind_receive),
    WAY(nonblocking_collectives),
    WAY(test_loop),
    WAY(probe_loop),
    WAY(iprobe_loop),
    WAY(matched_probe),
    WAY(buffered),
    WAY(to_self),
    WAY(fence),
    WAY(lock),
    WAY(shared_lock),
    WAY(post_and_start),
    WAY(windows),
    WAY(dup_and_free),
    WAY(nonblocking_dup),
    WAY(split),
    WAY(groups),
    WAY(neighbours),
    WAY(intercommunicator),
    WAY(file),
    WAY(threads),
    WAY(helper_thread),
    WAY(timer_of_library),
    WAY(futex_of_signal),
    WAY(mixed),
    WAY(locks_of_one),
    WAY(callback_of_finalize),
};

int main(int argc, char **argv) {
  int provided;
  int needed = MPI_THREAD_FUNNELED;
  for (int i = 0; argc > 1 && i < 3; ++i) {
    static const char *const with_threads[] = {"threads", "timer_of_library", "futex_of_signal"};
    if (strcmp(argv[1], with_threads[i]) == 0) needed = MPI_THREAD_MULTIPLE;
  }
  MPI_Init_thread(&argc, &argv, needed, &provided);
  sample_announce_process();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  random_state = (unsigned)rank + 1;
  if (argc > 2) rounds = atol(argv[2]);
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
    if (argc < 2 || strcmp(argv[1], ways[i].name) != 0 || size != 3) continue;
    ways[i].run();
    MPI_Finalize();
    return 0;
  }
  if (rank == 0) fprintf(stderr, "usage: correct WAY [ROUNDS], on 3 ranks\n");
  MPI_Abort(MPI_COMM_WORLD, 2);
}
