#define _GNU_SOURCE
#include "target_library.h"

#include <stdio.h>
#include <unistd.h>

int library_number = 4711;
__attribute__((weak)) int shared_name = 1;
__thread int thread_number = 5;

int PMPI_Init(void) { return 0; }

static void answer_lines(void) {
  char line[64];
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
  for (;;) pause();
}

__attribute__((noinline)) int idle(void) {
  for (;;) pause();
}
