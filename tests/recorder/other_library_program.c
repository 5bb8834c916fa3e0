/* A program of the standard ABI of MPI-5, whatever library it finds: of one process, which hangs in MPI_Recv after it
 * has said what it posted; or ends, with the argument "ends". */
#include <stdio.h>
#include <string.h>

#include "mpidbg/recorder/standard_abi.h"

int MPI_Init(int *argc, char ***argv);
int MPI_Finalize(void);
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy);
int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, void *status);

static int numbers[8];

__attribute__((noinline)) static void hang(MPI_Comm comm) {
  MPI_Recv(numbers, 4, MPI_INT, MPI_ANY_SOURCE, 7, comm, NULL);
}

int main(int argc, char **argv) {
  MPI_Comm copy;
  MPI_Request request, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Irecv(numbers, 5, MPI_INT, 0, 11, MPI_COMM_WORLD, &request);
  MPI_Irecv(numbers, 6, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, &other);
  printf("ready %p %p %p\n", (void *)copy, (void *)request, (void *)other);
  fflush(stdout);
  if (argc < 2 || strcmp(argv[1], "ends") != 0) hang(copy);
  MPI_Finalize();
  return 0;
}
