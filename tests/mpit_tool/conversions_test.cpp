// The numbers of mpit_interface.h as the MPI library's, also those that no plugin should answer.

#include "corefile/mpit_tool/conversions.h"

#include <doctest/doctest.h>

using namespace mpit_tool;

TEST_CASE("numbers beyond those that there are") {
  for (const int none : {-1, 9, 99}) CHECK(to_mpi_verbosity(none) == MPI_T_VERBOSITY_MPIDEV_ALL);
  for (const int none : {-1, 11, 99}) CHECK(to_mpi_bind(none) == MPI_T_BIND_NO_OBJECT);
  for (const int none : {-1, 7, 99}) CHECK(to_mpi_scope(none) == MPI_T_SCOPE_CONSTANT);
  for (const int none : {-1, 10, 99}) CHECK(to_mpi_class(none) == MPI_T_PVAR_CLASS_GENERIC);
  CHECK(to_mpi_bind(MPIDBG_T_BIND_MPI_INFO) == MPI_T_BIND_MPI_INFO);
  CHECK(from_mpi_class(MPI_T_PVAR_CLASS_GENERIC) == MPIDBG_PVAR_CLASS_GENERIC);
  CHECK(from_mpi_class(99) == -1);
  CHECK(to_mpi_datatype(MPIDBG_T_DATATYPE_MAX) == MPI_DATATYPE_NULL);
}

TEST_CASE("errors") {
  CHECK(to_mpi_error(MPIDBG_SUCCESS) == MPI_SUCCESS);
  CHECK(to_mpi_error(MPIDBG_ERR_NO_MEM) == MPI_T_ERR_MEMORY);
  CHECK(to_mpi_error(MPIDBG_ERR_NOT_SUPPORTED) == MPI_T_ERR_NOT_SUPPORTED);
  CHECK(to_mpi_error(MPIDBG_T_ERR_OUT_OF_HANDLES) == MPI_T_ERR_OUT_OF_HANDLES);
  CHECK(to_mpi_error(MPIDBG_T_ERR_OUT_OF_SESSIONS) == MPI_T_ERR_OUT_OF_SESSIONS);
  CHECK(to_mpi_error(-12345) == MPI_T_ERR_INVALID);
}

TEST_CASE("the object that a handle is for") {
  const MPI_Comm comm = MPI_COMM_SELF;
  mqs_taddr_t object = 0;
  CHECK_FALSE(object_of(&comm, MPIDBG_T_BIND_NO_OBJECT, object));
  CHECK_FALSE(object_of(nullptr, MPIDBG_T_BIND_MPI_COMM, object));
  CHECK(object == 0);
  CHECK(object_of(&comm, MPIDBG_T_BIND_MPI_COMM, object));
  CHECK(object == 258);
}
