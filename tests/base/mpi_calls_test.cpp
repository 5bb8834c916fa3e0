#include "mpidbg/base/mpi_calls.h"

#include <doctest/doctest.h>

#include <string>

using namespace mpidbg;

TEST_CASE("a call is found by its full name, and its variant with large counts too") {
  for (const MpiCall &call : mpi_calls) {
    CHECK(mpi_call(call.name).name == call.name);
    CHECK(mpi_call(std::string(call.name) + "_c").name == call.name);
    CHECK(mpi_call_without_prefix(call.name_without_prefix()).name == call.name);
  }
  for (const char *name : {"", "Send", "PMPI_Send", "MPI_", "MPI_Sen", "MPI_Sends", "mpi_send_", "MPI__c"}) {
    CAPTURE(name);
    CHECK(mpi_call(name).name.empty());
    CHECK_FALSE(mpi_call(name).may_block());
    CHECK(mpi_call(name).name_without_prefix().empty());
  }
}

TEST_CASE("calls that complete one-sided operations or lock a shared file pointer may block") {
  for (const char *name : {"MPI_Win_flush", "MPI_Win_flush_all", "MPI_Win_flush_local", "MPI_Win_flush_local_all",
                           "MPI_File_iread_shared", "MPI_File_iwrite_shared", "MPI_File_get_position_shared"}) {
    CAPTURE(name);
    CHECK(mpi_call(name).may_block());
  }
  for (const char *name : {"MPI_Put", "MPI_Win_sync", "MPI_Win_test", "MPI_Isend", "MPI_File_iread", "MPI_Comm_rank"}) {
    CAPTURE(name);
    CHECK_FALSE(mpi_call(name).may_block());
  }
}

TEST_CASE("the columns of a call do not contradict each other") {
  for (const MpiCall &call : mpi_calls) {
    CAPTURE(call.name);
    const bool is_about_a_message = call.sends() || call.receives() || call.is_blocking_probe();
    CHECK((call.wait != CallWait::message || is_about_a_message));
    CHECK((call.wait != CallWait::messages || call.data == DataFlow::exchange));
    CHECK((call.wait != CallWait::members || call.is_collective));
    CHECK((call.operation == CollectiveOperation::unknown || call.is_collective));
    CHECK_FALSE((call.is_collective && is_about_a_message));
    CHECK((call.since >= 10 && call.since <= 50));
  }
}

TEST_CASE("data flows in a nonblocking collective as in the blocking one") {
  for (const MpiCall &call : mpi_calls) {
    if (call.operation == CollectiveOperation::unknown || call.wait != CallWait::members) continue;
    std::string rest(call.name_without_prefix());
    rest[0] = static_cast<char>(rest[0] - 'A' + 'a');
    const MpiCall nonblocking = mpi_call_without_prefix("I" + rest);
    const MpiCall persistent = mpi_call(std::string(call.name) + "_init");
    CAPTURE(call.name);
    CHECK(nonblocking.operation == call.operation);
    CHECK(nonblocking.data == call.data);
    CHECK(nonblocking.wait == CallWait::local);
    CHECK(persistent.data == call.data);
    CHECK(persistent.operation == CollectiveOperation::unknown);
  }
}
