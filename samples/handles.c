/* Handles of all kinds in variables of the program with symbols: handles COUNT makes that many objects of each kind
 * (default 1); the variables hold the last ones. Any number of ranks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sample.h"

MPI_Comm communicator;
MPI_Group group;
MPI_Request request;
MPI_Datatype datatype;
MPI_Errhandler errhandler;
MPI_File file;
MPI_Info info;
MPI_Op op;
MPI_Win window;
MPI_Message message;
MPI_Status status;
struct {
  long before;
  MPI_Datatype datatype;
} particle;
MPI_Fint fortran_datatype;
MPI_Aint address_integer;
MPI_Offset offset_integer;

static void combine(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)in, (void)inout, (void)length, (void)type;
}

static void handle_error(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
}

static void fact(const char *kind, const char *variable, const void *handle, size_t size, MPI_Fint fortran) {
  sample_fact_handle(kind, variable, handle, size, (int)fortran);
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  int count = argc > 1 ? atoi(argv[1]) : 1;
  int rank, value = 1, *received = calloc((size_t)count, sizeof *received);
  char path[128];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  for (int i = 0; i < count; ++i) {
    MPI_Comm_dup(MPI_COMM_SELF, &communicator);
    MPI_Comm_group(communicator, &group);
    MPI_Irecv(&received[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &request);
    MPI_Type_vector(3, 2, 5 + i, MPI_DOUBLE, &datatype);
    MPI_Type_commit(&datatype);
    MPI_Comm_create_errhandler(handle_error, &errhandler);
    snprintf(path, sizeof path, "/tmp/mpidbg-handles-%ld-%d", (long)getpid(), i);
    MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    unlink(path);
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Op_create(combine, 1, &op);
    void *memory;
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &window);
    MPI_Send(&value, 1, MPI_INT, 0, 1000 + i, MPI_COMM_SELF);
    MPI_Mprobe(0, 1000 + i, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
  }
  MPI_Sendrecv(&value, 1, MPI_INT, 0, 5000, &value, 1, MPI_INT, 0, 5000, MPI_COMM_SELF, &status);
  particle.datatype = datatype;
  fortran_datatype = MPI_Type_c2f(datatype);
  address_integer = -5;
  offset_integer = (MPI_Offset)1 << 40;

  fact("comm", "communicator", &communicator, sizeof communicator, MPI_Comm_c2f(communicator));
  fact("group", "group", &group, sizeof group, MPI_Group_c2f(group));
  fact("errhandler", "errhandler", &errhandler, sizeof errhandler, MPI_Errhandler_c2f(errhandler));
  fact("file", "file", &file, sizeof file, MPI_File_c2f(file));
  fact("info", "info", &info, sizeof info, MPI_Info_c2f(info));
  fact("op", "op", &op, sizeof op, MPI_Op_c2f(op));
  fact("window", "window", &window, sizeof window, MPI_Win_c2f(window));
  fact("request", "request", &request, sizeof request, MPI_Request_c2f(request));
  fact("datatype", "datatype", &datatype, sizeof datatype, MPI_Type_c2f(datatype));
  fact("datatype", "particle+8", &particle.datatype, sizeof particle.datatype, MPI_Type_c2f(datatype));
  fact("message", "message", &message, sizeof message, MPI_Message_c2f(message));
  sample_hang_in_recv();
  return 0;
}
