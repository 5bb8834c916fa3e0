// MPI_T_init_thread and MPI_T_finalize: the target is open between them, and a process that runs is stopped.

#include <doctest/doctest.h>

#include "tests/fakes/mpi/mpi.h"
#include "tests/mpit_tool/target.h"

TEST_CASE("before MPI_T_init_thread and after MPI_T_finalize nothing can be asked") {
  int count = 0;
  CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
  CHECK(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
  const Target target;
  {
    const Opened opened(target.file());
    CHECK(MPI_T_cvar_get_num(&count) == MPI_SUCCESS);
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    REQUIRE(MPI_T_cvar_handle_alloc(0, nullptr, &handle, &count) == MPI_SUCCESS);
    const Opened again(target.file());
    int values[3];
    CHECK(MPI_T_cvar_read(handle, values) == MPI_SUCCESS);  // nothing was opened a second time
    CHECK(MPI_T_finalize() == MPI_SUCCESS);
    CHECK(MPI_T_cvar_get_num(&count) == MPI_SUCCESS);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, nullptr) == MPI_SUCCESS);
  }
  CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
  CHECK(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
}

TEST_CASE("a target that cannot be opened") {
  const Target target;
  int provided = -1;
  for (const char *name : {"", "/no/such/file", "/dev/null"}) {
    setenv("MPIDBG_MPIT_TARGET", name, 1);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_T_ERR_CANNOT_INIT);
    CHECK(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
  }
  unsetenv("MPIDBG_MPIT_TARGET");
  CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_T_ERR_CANNOT_INIT);
  setenv("MPIDBG_MPIT_TARGET", target.file().c_str(), 1);
  setenv("MPIDBG_MPIT_PLUGIN", "/no/such/plugin", 1);
  CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_T_ERR_CANNOT_INIT);
  const Opened opened(target.file());  // it can be tried again
}

TEST_CASE("a process is stopped while it is looked at, and runs on afterwards") {
  const Target target;
  {
    const Opened opened(std::to_string(target.pid()));
    CHECK(target.state() == 't');
    int count = 0;
    CHECK(MPI_T_cvar_get_num(&count) == MPI_SUCCESS);
    CHECK(count == 15);
  }
  CHECK(target.state() != 't');
  CHECK(target.state() != 'T');
}
