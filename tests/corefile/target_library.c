#define _GNU_SOURCE
#include "target_library.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

int library_number = 4711;
int expected_threads = 0;
__attribute__((weak)) int shared_name = 1;
__thread int thread_number = 5;

int PMPI_Init(void) {
  return 0;
}

static atomic_int waiting;

static void answer_lines(void) {
  char line[64];
  while (atomic_load(&waiting) < expected_threads) sched_yield();
  puts("ready");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    printf("pong %s", line);
    fflush(stdout);
  }
  _exit(0);
}

__attribute__((noinline)) int PMPI_Recv(void) {
  answer_lines();
  return 1;
}
__attribute__((weak, alias("PMPI_Recv"))) int MPI_Recv(void);

__attribute__((noinline)) int MPI_Send(void) {
  atomic_fetch_add(&waiting, 1);
  for (;;) pause();
}

__attribute__((noinline)) int MPI_Finalize(void) {
  return 0;
}

__attribute__((noinline)) int idle(void) {
  atomic_fetch_add(&waiting, 1);
  for (;;) pause();
}
