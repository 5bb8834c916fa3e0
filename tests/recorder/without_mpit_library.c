/* An MPI library, as far as without_mpit.c goes, that has no MPI_T. */
#include <mpi.h>
#include <stdio.h>

int PMPI_Init(int *argc, char ***argv) {
  (void)argc, (void)argv;
  return MPI_SUCCESS;
}
int PMPI_Finalize(void) {
  return MPI_SUCCESS;
}
int PMPI_Pcontrol(const int level, ...) {
  (void)level;
  return MPI_SUCCESS;
}
int PMPI_Barrier(MPI_Comm comm) {
  (void)comm;
  return MPI_SUCCESS;
}
int PMPI_Get_library_version(char *version, int *length) {
  *length = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING, "MPICH Version: of the test");
  return MPI_SUCCESS;
}

int MPI_Init(int *argc, char ***argv) {
  return PMPI_Init(argc, argv);
}
int MPI_Finalize(void) {
  return PMPI_Finalize();
}
int MPI_Pcontrol(const int level, ...) {
  return PMPI_Pcontrol(level);
}
int MPI_Barrier(MPI_Comm comm) {
  return PMPI_Barrier(comm);
}
