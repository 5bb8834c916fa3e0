/* Preloaded: MPI_T cannot be initialised. */
#include <mpi.h>

int MPI_T_init_thread(int required, int *provided) {
  (void)required, (void)provided;
  return MPI_T_ERR_CANNOT_INIT;
}

int PMPI_T_init_thread(int required, int *provided) {
  (void)required, (void)provided;
  return MPI_T_ERR_CANNOT_INIT;
}
