/* outside_mpi before|after: sleeps before MPI_Init, or after MPI_Finalize. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sample.h"

static void say(const char *fact) {
  char line[128];
  int length = snprintf(line, sizeof line, "{\"fact\":\"%s\",\"pid\":%ld}\n", fact, (long)getpid());
  if (write(STDOUT_FILENO, line, (size_t)length) != length) _exit(1);
}

int main(int argc, char **argv) {
  if (argc != 2 || (strcmp(argv[1], "before") != 0 && strcmp(argv[1], "after") != 0)) {
    fprintf(stderr, "usage: outside_mpi before|after\n");
    return 2;
  }
  if (strcmp(argv[1], "after") == 0) {
    MPI_Init(&argc, &argv);
    MPI_Finalize();
  }
  say("process");
  say("ready");
  for (;;) pause();
}
