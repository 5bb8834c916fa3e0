/* Ways of hangs.c: threads that wait for each other outside of MPI. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "hangs.h"

static pthread_barrier_t meeting;
static sem_t work;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *receive_on_ring(void *unused) {
  receive_from((rank + 1) % 3, 4);
  return unused;
}

static void *probe_on_ring(void *unused) {
  BLOCKS("MPI_Probe", MPI_Probe((rank + 1) % 3, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  return unused;
}

static void *enter_barrier(void *unused) {
  ALSO_BLOCKS("MPI_Barrier", (pthread_barrier_wait(&meeting), MPI_Barrier(MPI_COMM_WORLD)));
  return unused;
}

static void *meet(void *unused) {
  pthread_barrier_wait(&meeting);
  return unused;
}

static void *run_for_ever(void *unused) {
  for (;;) usleep(1000);
  return unused;
}

static void *await_work(void *unused) {
  while (sem_wait(&work) != 0) continue;
  return unused;
}

/* Gives up after some years. */
static void *await_signal(void *unused) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 100000000;
  pthread_mutex_lock(&mutex);
  while (pthread_cond_timedwait(&condition, &mutex, &end) != ETIMEDOUT) continue;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void start(void *(*function)(void *)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, function, NULL) != 0) abort();
}

/* The barrier opens when the main thread arrives, which is in MPI. */
static void barrier_of_threads(void) {
  verdict("deadlock", "0,1,2");
  pthread_barrier_init(&meeting, NULL, 2);
  start(meet);
  receive_on_ring(NULL);
}

/* MPI is used by the other thread. */
static void join(void) {
  pthread_t thread;
  verdict("deadlock", "0,1,2");
  if (pthread_create(&thread, NULL, receive_on_ring, NULL) != 0) abort();
  pthread_join(thread, NULL);
}
static void probe_in_thread(void) {
  pthread_t thread;
  verdict("deadlock", "0,1,2");
  if (pthread_create(&thread, NULL, probe_on_ring, NULL) != 0) abort();
  pthread_join(thread, NULL);
}

/* Rank 0 enters two barriers of one communicator at once. */
static void barriers_of_threads(void) {
  verdict("waits for finalized", "0");
  if (rank != 0) BLOCKS("MPI_Finalize", MPI_Finalize());
  pthread_barrier_init(&meeting, NULL, 2);
  start(enter_barrier);
  pthread_barrier_wait(&meeting);
  BLOCKS("MPI_Barrier", MPI_Barrier(MPI_COMM_WORLD));
}

/* Rank 0 is not stuck: a thread that may send is running, or will run. */
static void beside(void *(*other_thread)(void *)) {
  verdict("waits for running", "1,2");
  if (rank != 0) receive_from(0, 4);
  pthread_barrier_init(&meeting, NULL, 3);
  start(meet);
  start(other_thread);
  receive_from(1, 4);
}
static void barrier_and_running(void) {
  beside(run_for_ever);
}
static void semaphore(void) {
  sem_init(&work, 0, 0);
  beside(await_work);
}
static void time_limit(void) {
  beside(await_signal);
}

#ifdef _OPENMP
/* The fourth thread is idle, like the threads that a larger parallel region leaves behind. */
static void openmp_barrier(void) {
  int threads = 0;
  verdict("deadlock", "0,1,2");
#pragma omp parallel num_threads(4)
  {
#pragma omp atomic
    ++threads;
  }
#pragma omp parallel num_threads(3)
  {
#pragma omp master
    receive_on_ring(NULL);
#pragma omp barrier
  }
  if (threads != 4) abort();
}

/* The main thread waits for the end of the region. */
static void openmp_region(void) {
  verdict("deadlock", "0,1,2");
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    receive_on_ring(NULL);
#pragma omp section
    {}
  }
}
#endif

const struct way ways_of_threads[] = {{"barrier_of_threads", barrier_of_threads},
                                      {"join", join},
                                      {"probe_in_thread", probe_in_thread},
                                      {"barriers_of_threads", barriers_of_threads},
                                      {"barrier_and_running", barrier_and_running},
                                      {"semaphore", semaphore},
                                      {"time_limit", time_limit},
#ifdef _OPENMP
                                      {"openmp_barrier", openmp_barrier},
                                      {"openmp_region", openmp_region},
#endif
                                      {NULL, NULL}};
