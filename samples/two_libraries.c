/* A program that uses one MPI library and loads another one, named by its argument, without initialising it. */
#include <dlfcn.h>
#include <stdio.h>

#include "sample.h"

int main(int argc, char **argv) {
  if (argc < 2 || !dlopen(argv[1], RTLD_NOW | RTLD_LOCAL)) {
    fprintf(stderr, "two_libraries: %s\n", argc < 2 ? "which library?" : dlerror());
    return 1;
  }
  sample_init(&argc, &argv);
  sample_fact_communicator(MPI_COMM_WORLD);
  sample_fact_communicator(MPI_COMM_SELF);
  sample_hang_in_recv();
  return 0;
}
