/* Of files/program.zst and files/core.zst: computes in its first thread and waits in another.
 *
 *   gcc -Os -o /tmp/program program.c
 *   env -i OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_LOCAL_RANK=1 PMIX_NAMESPACE=1234 \
 *     PATH=/usr/bin /tmp/program
 *
 * Its core file is gcore's, with 0x11 in /proc/PID/coredump_filter, and what of it is read: shrink_core.py. */
#include <pthread.h>
#include <unistd.h>

volatile int done;

static void *wait_for_signal(void *unused) {
  pause();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_signal, NULL);
  while (!done) continue;
}
