/* A rank that creates children all the time, each of which ends at once. It announces the pid of one child that stays:
 * a copy of the rank's memory without MPI behind it. */
#include <sys/wait.h>
#include <unistd.h>

#include "sample.h"

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  const pid_t copy = fork();
  if (copy == 0) {
    for (;;) pause();
  }
  sample_fact("copy", "\"pid\":%ld", (long)copy);
  sample_ready();
  for (;;) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
  }
}
