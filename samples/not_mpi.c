/* A process without any relation to MPI. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
  printf("{\"fact\":\"process\",\"pid\":%ld}\n{\"fact\":\"ready\",\"pid\":%ld}\n", (long)getpid(), (long)getpid());
  fflush(stdout);
  for (;;) pause();
}
