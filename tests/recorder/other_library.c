/* An MPI library that nobody knows, of one process: calls that wait do so for ever. With STANDARD_ABI it has the ABI of
 * MPI-5, else one of its own. Only the functions of other_library_program.c are there. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mpidbg/recorder/standard_abi.h"

static int requests;

__attribute__((noinline)) static int wait_for_ever(void) {
  for (;;) pause();
  return MPI_SUCCESS;
}

#define MPI_FUNCTION(name, parameters, arguments, body)       \
  int PMPI_##name parameters body int MPI_##name parameters { \
    return PMPI_##name arguments;                             \
  }

MPI_FUNCTION(Init, (int *argc, char ***argv), (argc, argv), { return MPI_SUCCESS; })
MPI_FUNCTION(Finalize, (void), (), { return MPI_SUCCESS; })
MPI_FUNCTION(Get_library_version, (char *version, int *length), (version, length), {
  strcpy(version, "Example MPI 1.0, of the test");
  *length = (int)strlen(version);
  return MPI_SUCCESS;
})
MPI_FUNCTION(Comm_rank, (MPI_Comm comm, int *rank), (comm, rank), {
  *rank = 0;
  return MPI_SUCCESS;
})
MPI_FUNCTION(Comm_size, (MPI_Comm comm, int *size), (comm, size), {
  *size = 1;
  return MPI_SUCCESS;
})
MPI_FUNCTION(Query_thread, (int *level), (level), {
  *level = MPI_THREAD_SERIALIZED;
  return MPI_SUCCESS;
})
MPI_FUNCTION(Comm_dup, (MPI_Comm comm, MPI_Comm *copy), (comm, copy), {
  *copy = (MPI_Comm)0x7000;
  return MPI_SUCCESS;
})
MPI_FUNCTION(Irecv,
             (void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request),
             (buffer, count, type, source, tag, comm, request), {
               *request = (MPI_Request)(0x9000 + 16L * ++requests);
               return MPI_SUCCESS;
             })
MPI_FUNCTION(Recv, (void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, void *status),
             (buffer, count, type, source, tag, comm, status), { return wait_for_ever(); })
#ifdef STANDARD_ABI
MPI_FUNCTION(Abi_get_version, (int *major, int *minor), (major, minor), {
  *major = 1;
  *minor = 0;
  return MPI_SUCCESS;
})
#endif
