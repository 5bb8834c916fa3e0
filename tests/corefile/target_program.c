// Says where its things are, as lines "NAME NUMBER", then "ready"; counts SIGUSR1 and queued signals; waits in
// MPI_Recv. The first argument is a number of further threads: one in MPI_Send, the others in none.

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "target_library.h"

int target_number = 12345;
static volatile int static_number = 77;
volatile int signal_count = 0;
const char read_only_text[] = "constant text of the target";
int shared_name = 2;  // the library has one too; ours comes first

static void count_signal(int number) {
  (void)number;
  ++signal_count;
  if (write(STDOUT_FILENO, "signal\n", 7) != 7) _exit(3);
}

static void *in_send(void *unused) {
  (void)unused;
  MPI_Send();
  return NULL;
}

static void *in_nothing(void *unused) {
  (void)unused;
  idle();
  return NULL;
}

static void fact(const char *name, uint64_t value) {
  printf("%s %llu\n", name, (unsigned long long)value);
}

int main(int argc, char **argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 0;
  expected_threads = threads;
  signal(SIGUSR1, count_signal);
  signal(SIGRTMIN, count_signal);
  for (int i = 0; i < threads; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, i == 0 ? in_send : in_nothing, NULL) != 0) return 2;
  }
  // What the program makes of its environment is not what its launcher gave it.
  setenv("OMPI_COMM_WORLD_RANK", "99", 1);
  unsetenv("PMIX_NAMESPACE");

  char *const two_pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(two_pages + 4096, 4096);
  memset(two_pages, 'x', 4096);
  uint64_t code;
  memcpy(&code, (const void *)(uintptr_t)&main, sizeof code);
  fact("target_number", (uintptr_t)&target_number);
  fact("static_number", (uintptr_t)&static_number);
  fact("signal_count", (uintptr_t)&signal_count);
  fact("read_only_text", (uintptr_t)read_only_text);
  fact("library_number", (uintptr_t)&library_number);
  fact("shared_name", (uintptr_t)&shared_name);
  fact("main", (uintptr_t)&main);
  fact("code_of_main", code);
  fact("MPI_Send", (uintptr_t)&MPI_Send);
  fact("last_page", (uintptr_t)two_pages);
  void *volatile heap = malloc(100);
  fact("heap", (uintptr_t)heap);
  fact("stack", (uintptr_t)&heap);
  const int received = MPI_Recv();
  return received + PMPI_Init() + MPI_Finalize() + thread_number;
}
