#include "mqs_shim/stacks/mpi_call_name.h"

#include <doctest/doctest.h>

using namespace mqs_shim;

TEST_CASE("every name of an MPI function leads to its name in C") {
  CHECK(mpi_call_name("MPI_Recv") == "MPI_Recv");
  CHECK(mpi_call_name("PMPI_Recv") == "MPI_Recv");
  CHECK(mpi_call_name("mpi_recv_") == "MPI_Recv");
  CHECK(mpi_call_name("pmpi_recv_") == "MPI_Recv");
  CHECK(mpi_call_name("mpi_recv__") == "MPI_Recv");
  CHECK(mpi_call_name("MPI_RECV") == "MPI_Recv");
  CHECK(mpi_call_name("PMPI_COMM_CREATE_GROUP") == "MPI_Comm_create_group");
  CHECK(mpi_call_name("mpi_comm_create_group_") == "MPI_Comm_create_group");
  CHECK(mpi_call_name("mpi_recv_f08_") == "MPI_Recv");
  CHECK(mpi_call_name("PMPI_Recv_f08") == "MPI_Recv");
  CHECK(mpi_call_name("MPI_T_init_thread") == "MPI_T_init_thread");
  CHECK(mpi_call_name("ompi_mpi_finalize") == "MPI_Finalize");
}

TEST_CASE("other names are no MPI calls") {
  for (const char *name : {"", "main", "MPI_", "PMPI_", "MPIR_Wait", "MPID_Recv", "mpi_helper", "ompi_request_wait",
                           "MPI_my_helper", "xMPI_Recv", "pmpi_"}) {
    CHECK_MESSAGE(mpi_call_name(name) == "", name);
  }
}
