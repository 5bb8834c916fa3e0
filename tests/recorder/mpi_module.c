/* A module that uses MPI, for dlopen_mpi.c. */
#include <mpi.h>
#include <stddef.h>

int use_mpi(void) {
  int size = 0;
  MPI_Init(NULL, NULL);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return size;
}
