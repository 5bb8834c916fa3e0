/* An MPI library as far as the recorder looks at it to find out whose it is. TOY_MPI_VERSION is what it says,
 * TOY_MPI_ABI its version of the standard ABI; if one is not set, the function fails. With OPEN_MPI_NAMES it has Open
 * MPI's variables. */
#include <stdio.h>
#include <stdlib.h>

#include "mpidbg/recorder/standard_abi.h"

int PMPI_Init(int *argc, char ***argv) {
  (void)argc, (void)argv;
  return MPI_SUCCESS;
}

int PMPI_Get_library_version(char *version, int *length) {
  const char *text = getenv("TOY_MPI_VERSION");
  *length = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING, "%s", text == NULL ? "broken" : text);
  return text == NULL ? MPI_ERR_OTHER : MPI_SUCCESS;
}

int PMPI_Abi_get_version(int *major, int *minor) {
  const char *text = getenv("TOY_MPI_ABI");
  *major = text == NULL ? MPI_ABI_VERSION : atoi(text);
  *minor = 0;
  return text == NULL ? MPI_ERR_OTHER : MPI_SUCCESS;
}

int PMPI_Query_thread(int *level) {
  const char *text = getenv("TOY_MPI_LEVEL");
  *level = text == NULL ? 77 : atoi(text);
  return text == NULL ? MPI_ERR_OTHER : MPI_SUCCESS;
}

/* Of handles below 10. */
int PMPI_Comm_rank(uintptr_t comm, int *rank) {
  *rank = 3;
  return comm < 10 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

/* Of handles below 5. */
int PMPI_Comm_size(uintptr_t comm, int *size) {
  *size = 4;
  return comm < 5 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

/* Handles below 10 are of predefined datatypes, those below 20 are made of two, others are none. */
int PMPI_Type_get_envelope(uintptr_t type, int *integers, int *addresses, int *types, int *combiner) {
  *integers = *addresses = 0;
  *types = type < 10 ? 0 : 2;
  *combiner = type < 10 ? MPI_COMBINER_NAMED : MPI_COMBINER_NAMED + 1;
  return type < 20 ? MPI_SUCCESS : MPI_ERR_TYPE;
}

#ifdef OPEN_MPI_NAMES
#define OPEN_MPI_HANDLE(kind, name)              \
  char ompi_##name;                              \
  void *PMPI_##kind##_f2c(int number) {          \
    return &ompi_##name + number;                \
  }                                              \
  int PMPI_##kind##_c2f(void *handle) {          \
    return (int)((char *)handle - &ompi_##name); \
  }
OPEN_MPI_HANDLE(Request, request_null)
OPEN_MPI_HANDLE(Comm, mpi_comm_null)
OPEN_MPI_HANDLE(Group, mpi_group_null)
OPEN_MPI_HANDLE(Type, mpi_datatype_null)
OPEN_MPI_HANDLE(Op, mpi_op_null)
OPEN_MPI_HANDLE(Win, mpi_win_null)
OPEN_MPI_HANDLE(File, mpi_file_null)
OPEN_MPI_HANDLE(Info, mpi_info_null)
OPEN_MPI_HANDLE(Errhandler, mpi_errhandler_null)
OPEN_MPI_HANDLE(Message, message_null)
char ompi_request_empty, ompi_mpi_comm_world, ompi_mpi_comm_self;
#endif
