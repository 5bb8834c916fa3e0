/* Bindings for Fortran whose calls reach tools, or do not. */
#include "target_library.h"

int mpidbg_record; /* as a recorder has it */

int PMPI_Recv(void);
void mpi_finalize_(void);
void mpi_init_(void);
void mpi_recv_(void);

void mpi_finalize_(void) {
  MPI_Finalize();
}

void mpi_init_(void) {
  PMPI_Init();
}

void mpi_recv_(void) {
  PMPI_Recv();
}
