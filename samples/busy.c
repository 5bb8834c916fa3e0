/* A rank that does not hang: it makes and frees communicators forever, so that data that is read while it runs is
 * out of date at once. */
#include "sample.h"

enum { many = 40 };

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  sample_ready();
  for (;;) {
    MPI_Comm comms[many];
    for (int i = 0; i < many; ++i) MPI_Comm_dup(MPI_COMM_SELF, &comms[i]);
    for (int i = 0; i < many; ++i) MPI_Comm_free(&comms[i]);
  }
}
