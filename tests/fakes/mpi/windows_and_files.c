/* The toy MPI library's windows, of no memory, and files, of one int. See toy_mpi.h. */
#include <stdlib.h>
#include <string.h>

#include "tests/fakes/mpi/toy_mpi.h"

struct MPI_ABI_Win {
  int unused;
};
struct MPI_ABI_File {
  int value;
};

int PMPI_Win_create(void *base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *made) {
  (void)base, (void)size, (void)unit, (void)info, (void)comm;
  *made = malloc(sizeof **made);
  return MPI_SUCCESS;
}

int PMPI_Win_free(MPI_Win *window) {
  free(*window);
  *window = MPI_WIN_NULL;
  return MPI_SUCCESS;
}

int PMPI_Win_set_name(MPI_Win window, const char *name) {
  (void)window, (void)name;
  return MPI_SUCCESS;
}

int PMPI_Win_fence(int assertion, MPI_Win window) {
  (void)assertion, (void)window;
  return MPI_SUCCESS;
}

int PMPI_Win_lock(int type, int rank, int assertion, MPI_Win window) {
  (void)type, (void)rank, (void)assertion, (void)window;
  return MPI_SUCCESS;
}

int PMPI_Win_unlock(int rank, MPI_Win window) {
  return PMPI_Win_fence(rank, window);
}

int PMPI_Win_lock_all(int assertion, MPI_Win window) {
  return PMPI_Win_fence(assertion, window);
}

int PMPI_Win_unlock_all(MPI_Win window) {
  return PMPI_Win_fence(0, window);
}

int PMPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *made) {
  (void)comm, (void)name, (void)mode, (void)info;
  *made = calloc(1, sizeof **made);
  return MPI_SUCCESS;
}

int PMPI_File_close(MPI_File *file) {
  free(*file);
  *file = MPI_FILE_NULL;
  return MPI_SUCCESS;
}

int PMPI_File_set_view(MPI_File file, MPI_Offset offset, MPI_Datatype element, MPI_Datatype type,
                       const char *representation, MPI_Info info) {
  (void)file, (void)offset, (void)element, (void)type, (void)representation, (void)info;
  return MPI_SUCCESS;
}

int PMPI_File_write_shared(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Status *status) {
  (void)count, (void)type, (void)status;
  memcpy(&file->value, buffer, sizeof file->value);
  return MPI_SUCCESS;
}

int PMPI_File_read_at_all_begin(MPI_File file, MPI_Offset offset, void *buffer, int count, MPI_Datatype type) {
  (void)file, (void)offset, (void)buffer, (void)count, (void)type;
  return MPI_SUCCESS;
}

int PMPI_File_read_at_all_end(MPI_File file, void *buffer, MPI_Status *status) {
  (void)status;
  memcpy(buffer, &file->value, sizeof file->value);
  return MPI_SUCCESS;
}

/* clang-format off */
TOY_ALIAS(Win_create) TOY_ALIAS(Win_free) TOY_ALIAS(Win_set_name) TOY_ALIAS(Win_fence) TOY_ALIAS(Win_lock)
TOY_ALIAS(Win_unlock) TOY_ALIAS(Win_lock_all) TOY_ALIAS(Win_unlock_all) TOY_ALIAS(File_open) TOY_ALIAS(File_close)
TOY_ALIAS(File_set_view) TOY_ALIAS(File_write_shared) TOY_ALIAS(File_read_at_all_begin) TOY_ALIAS(File_read_at_all_end)
