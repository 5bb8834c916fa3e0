/* Prints the object to which the dynamic linker leads each MPI call; then all ranks hang. Any number of ranks. */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "sample.h"

int main(int argc, char **argv) {
  static const char *const names[] = {"MPI_Recv",      "MPI_Comm_set_name", "MPI_Pcontrol",       "MPI_Send",
                                      "MPI_Comm_rank", "PMPI_Recv",         "PMPI_Comm_set_name", "PMPI_Send"};
  sample_init(&argc, &argv);
  MPI_Comm_set_name(MPI_COMM_WORLD, "profiled");
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    Dl_info info;
    void *address = dlsym(RTLD_DEFAULT, names[i]);
    if (address == NULL || dladdr(address, &info) == 0) continue;
    sample_fact("leads_to", "\"function\":\"%s\",\"address\":\"0x%lx\",\"object\":\"%s\"", names[i],
                (unsigned long)address, info.dli_fname);
  }
  sample_hang_in_recv();
  return 0;
}
