/* Reduction operations: predefined ones and the program's own, commutative or not; one that rank 0 has freed while it
 * is used by a nonblocking reduction that no other rank joins. Any number of ranks; the reduction needs two. */
#include "sample.h"

static void combine(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)in, (void)inout, (void)length, (void)type;
}
static void append(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)in, (void)inout, (void)length, (void)type;
}

static void predefined(MPI_Op op, const char *name) {
  int commutes = 1;
  if (op != MPI_OP_NULL) MPI_Op_commutative(op, &commutes);
  sample_fact("op", "\"handle\":\"0x%lx\",\"fortran\":%d,\"predefined\":true,\"name\":\"%s\",\"commutative\":%s",
              SAMPLE_HANDLE(op), (int)MPI_Op_c2f(op), name, commutes ? "true" : "false");
}

static void own(MPI_Op op, const char *function, MPI_User_function *address, int freed, const MPI_Request *pending) {
  int commutes;
  MPI_Op_commutative(op, &commutes);
  sample_fact("op",
              "\"handle\":\"0x%lx\",\"fortran\":%d,\"predefined\":false,\"commutative\":%s,\"function\":\"%s\","
              "\"address\":\"0x%lx\",\"freed\":%s,\"pending\":\"0x%lx\"",
              SAMPLE_HANDLE(op), (int)MPI_Op_c2f(op), commutes ? "true" : "false", function, (unsigned long)address,
              freed ? "true" : "false", pending ? SAMPLE_HANDLE(*pending) : 0);
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  predefined(MPI_OP_NULL, "MPI_OP_NULL");
  predefined(MPI_MAX, "MPI_MAX");
  predefined(MPI_MIN, "MPI_MIN");
  predefined(MPI_SUM, "MPI_SUM");
  predefined(MPI_PROD, "MPI_PROD");
  predefined(MPI_LAND, "MPI_LAND");
  predefined(MPI_BAND, "MPI_BAND");
  predefined(MPI_LOR, "MPI_LOR");
  predefined(MPI_BOR, "MPI_BOR");
  predefined(MPI_LXOR, "MPI_LXOR");
  predefined(MPI_BXOR, "MPI_BXOR");
  predefined(MPI_MAXLOC, "MPI_MAXLOC");
  predefined(MPI_MINLOC, "MPI_MINLOC");
  predefined(MPI_REPLACE, "MPI_REPLACE");
  predefined(MPI_NO_OP, "MPI_NO_OP");

  MPI_Op commutes, appends, freed;
  MPI_Op_create(combine, 1, &commutes);
  own(commutes, "combine", combine, 0, 0);
  MPI_Op_create(append, 0, &appends);
  own(appends, "append", append, 0, 0);

  static int in = 1, out;
  if (rank == 0 && size > 1) {
    MPI_Request request;
    MPI_Op_create(append, 0, &freed);
    MPI_Iallreduce(&in, &out, 1, MPI_INT, freed, MPI_COMM_WORLD, &request);
    own(freed, "append", append, 1, &request);
    MPI_Op_free(&freed);
  }
  sample_hang_in_recv();
  return 0;
}
