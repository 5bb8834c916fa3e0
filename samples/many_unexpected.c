/* many_unexpected N [FILE]: makes N real unexpected messages of 4 bytes on rank 0, sent by the last rank. The last one
 * has tag 2, the others tag 1.
 *
 * With FILE, rank 0 does not hang in MPI but reads the clock without pause. It keeps two 64-bit words in FILE, in the
 * machine's byte order: the longest gap between two readings in nanoseconds, and the number of readings. Writing 0 to
 * the first word starts a new measurement. A debugger that stops the process causes a gap.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "sample.h"

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void watch_clock(const char *path) {
  int file = open(path, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, 4096) != 0) {
    perror(path);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  volatile uint64_t *record = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (record == MAP_FAILED) MPI_Abort(MPI_COMM_WORLD, 1);
  sample_ready();
  for (uint64_t last = now();;) {
    uint64_t time = now();
    if (time - last > record[0]) record[0] = time - last;
    record[1] = record[1] + 1;
    last = time;
  }
}

int main(int argc, char **argv) {
  int rank, size, value = 1;
  sample_init(&argc, &argv);
  long count = argc > 1 ? atol(argv[1]) : 1000;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == size - 1) {
    for (long i = 0; i < count; ++i) MPI_Send(&value, 1, MPI_INT, 0, i + 1 < count ? 1 : 2, MPI_COMM_WORLD);
  }
  if (rank == 0 && count > 0) sample_await_message(MPI_COMM_WORLD, size - 1, 2);
  if (rank == 0 && argc > 2) watch_clock(argv[2]);
  sample_hang_in_recv();
  return 0;
}
