#ifndef TOY_MPI_H
#define TOY_MPI_H
/* A toy MPI library of the standard ABI, in one process, for programs under the recorder where no MPI is installed.
 * From the environment: TOY_MPI_RANK and TOY_MPI_SIZE, of MPI_COMM_WORLD (0 of 1); TOY_MPI_VERSION, what it says that
 * it is; TOY_MPI_ABI, the version of the ABI that it says it has.
 *
 * Messages to oneself are matched as in MPI. Another process sends back each message that it is sent, with its tag.
 * Collective operations are complete at once, and reductions are over this process alone. */

#include "tests/fakes/mpi/mpi.h"

struct toy_communicator {
  int rank, size, is_inter, keyval; /* 0: no attribute */
  MPI_Errhandler handler;
};
struct toy_communicator *toy_communicator(MPI_Comm comm);

/* What an error is for the communicator's error handler: its code, if it returns. */
int toy_error(MPI_Comm comm, int code);

size_t toy_bytes(int count, MPI_Datatype type);

/* MPI_ as PMPI_, of a function that the file has. */
#define TOY_ALIAS(name) extern __typeof__(PMPI_##name) MPI_##name __attribute__((alias("PMPI_" #name)));

/* One that is complete, and was given to the program nevertheless. */
MPI_Request toy_complete_request(int is_persistent);

#endif
