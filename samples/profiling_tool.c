/* A tool of the profiling interface, to be preloaded: it wraps the functions chosen by its build, announces its first
 * call, and calls the library. No sample is linked with it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Writes a line to a file of its own, in the form of sample.h. */
static void say_called(const char *function) {
  const char *directory = getenv("MPIDBG_SAMPLE_FACTS");
  char path[4096];
  snprintf(path, sizeof path, "%s/tool-%s-%d.facts", directory == NULL ? "." : directory, TOOL_NAME, (int)getpid());
  FILE *file = fopen(path, "a");
  if (file == NULL) return;
  fprintf(file, "{\"fact\":\"wrapped\",\"pid\":%d,\"tool\":\"%s\",\"function\":\"%s\"}\n", (int)getpid(), TOOL_NAME,
          function);
  fclose(file);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  say_called("MPI_Recv");
  return PMPI_Recv(buffer, count, type, source, tag, comm, status);
}

int MPI_Comm_set_name(MPI_Comm comm, const char *name) {
  say_called("MPI_Comm_set_name");
  return PMPI_Comm_set_name(comm, name);
}

/* A function of the tool only, which the library does not have. */
int MPI_Tool_version(void) {
  return 1;
}

int MPI_Pcontrol(const int level, ...) {
  (void)level;
  return MPI_SUCCESS;
}
