/* Has one function that begins MPI, as a program that is linked with an archive, and waits until its input ends. */
#include <stdio.h>

int ENTRY_POINT(void);
int ENTRY_POINT(void) {
  return getchar();
}

int main(void) {
  puts("ready");
  fflush(stdout);
  return ENTRY_POINT() == 0;
}
