/* The toy MPI library's collective operations. See toy_mpi.h. */
#include <string.h>

#include "tests/fakes/mpi/toy_mpi.h"

int PMPI_Barrier(MPI_Comm comm) {
  (void)comm;
  return MPI_SUCCESS;
}

int PMPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  (void)buffer, (void)type, (void)root;
  return count < 0 ? toy_error(comm, MPI_ERR_COUNT) : MPI_SUCCESS;
}

int PMPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  (void)op, (void)comm;
  memcpy(out, in, toy_bytes(count, type));
  return MPI_SUCCESS;
}

int PMPI_Iallreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                    MPI_Request *request) {
  (void)op, (void)comm;
  memcpy(out, in, toy_bytes(count, type));
  *request = toy_complete_request(0);
  return MPI_SUCCESS;
}

int PMPI_Ireduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                 MPI_Request *request) {
  (void)root;
  return PMPI_Iallreduce(in, out, count, type, op, comm, request);
}

int PMPI_Allreduce_init(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                        MPI_Info info, MPI_Request *request) {
  (void)op, (void)comm, (void)info;
  memcpy(out, in, toy_bytes(count, type));
  *request = toy_complete_request(1);
  return MPI_SUCCESS;
}

int PMPI_Ialltoall(const void *in, int count, MPI_Datatype type, void *out, int out_count, MPI_Datatype out_type,
                   MPI_Comm comm, MPI_Request *request) {
  (void)in, (void)count, (void)type, (void)out, (void)out_count, (void)out_type, (void)comm;
  *request = toy_complete_request(0);
  return MPI_SUCCESS;
}

int PMPI_Ialltoallw(const void *in, const int counts[], const int places[], const MPI_Datatype types[], void *out,
                    const int out_counts[], const int out_places[], const MPI_Datatype out_types[], MPI_Comm comm,
                    MPI_Request *request) {
  (void)counts, (void)places, (void)types, (void)out_counts, (void)out_places, (void)out_types;
  return PMPI_Ialltoall(in, 0, MPI_INT, out, 0, MPI_INT, comm, request);
}

/* clang-format off */
TOY_ALIAS(Barrier) TOY_ALIAS(Bcast) TOY_ALIAS(Allreduce) TOY_ALIAS(Iallreduce) TOY_ALIAS(Ireduce)
TOY_ALIAS(Allreduce_init) TOY_ALIAS(Ialltoall) TOY_ALIAS(Ialltoallw)
