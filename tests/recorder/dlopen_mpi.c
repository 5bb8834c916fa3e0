/* Loads the MPI library privately, as languages with modules do, and calls its functions as a module would: through a
 * second library that is linked with it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

#include "tests/recorder/record_view.h"

int main(int argc, char **argv) {
  CHECK(argc == 2);
  CHECK(record_header() == NULL);
  void *module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (module == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(module != NULL);
  int (*use_mpi)(void) = (int (*)(void))dlsym(module, "use_mpi");
  CHECK(use_mpi() == 1);
  CHECK(record_header() != NULL);
  CHECK(is_call(last_event()->call, "Finalize"));
  CHECK(is_call(event(record_header()->next_event - 2)->call, "Barrier"));
  CHECK(record_header()->state == MPIDBG_RECORD_FINALIZED);
  puts("ok");
  return 0;
}
