/* A tool of the profiling interface, to be preloaded: wraps the functions that its build names, says once that it was
 * called, and calls the library. Not linked into any sample. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A line of its own file, in the form of sample.h. */
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

/* Of the tool alone: the library has no such function. */
int MPI_Tool_version(void) {
  return 1;
}

int MPI_Pcontrol(const int level, ...) {
  (void)level;
  return MPI_SUCCESS;
}
