/* Another tool of the profiling interface, preloaded: counts MPI_Barrier and MPI_Pcontrol. */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>

static int barriers, controls, argument;

int MPI_Barrier(MPI_Comm comm) {
  ++barriers;
  return PMPI_Barrier(comm);
}

int MPI_Pcontrol(const int level, ...) {
  (void)level;
  va_list arguments;
  va_start(arguments, level);
  argument = va_arg(arguments, int);
  va_end(arguments);
  ++controls;
  return MPI_SUCCESS;
}

int MPI_Finalize(void) {
  printf("tool: %d barriers, %d controls, argument %d\n", barriers, controls, argument);
  return PMPI_Finalize();
}
