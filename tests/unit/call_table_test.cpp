// Recorded calls in words.

#include "mpidbg/model/recorded/call_table.h"

#include <doctest/doctest.h>

#include <cstring>

using namespace mpidbg;
using namespace mpidbg::model::recorded;

namespace {

std::string text_of(const char *name, const char *parameters, std::vector<std::uint64_t> words) {
  std::vector<mpidbg_record_call> calls(2);
  std::strncpy(calls[1].name, name, sizeof calls[1].name - 1);
  std::strncpy(calls[1].parameters, parameters, sizeof calls[1].parameters - 1);
  const LibraryValues values = values_of(8, {});
  const CallTable table(calls, values, 8);
  return table.text(1, words, [](model::HandleKind kind, std::uint64_t handle) {
    return kind == model::HandleKind::window && handle == 0x5500 ? std::string("\"halo\"") : std::string();
  });
}

}  // namespace

TEST_CASE("windows of all calls are handles") {
  CHECK(text_of("Win_lock", "lock_type:LockType rank:Rank assert:Int win:LockedWin", {1, 3, 0, 0x5500}) ==
        "MPI_Win_lock(lock_type=MPI_LOCK_EXCLUSIVE, rank=3, assert=0, win=\"halo\")");
  CHECK(text_of("Win_lock_all", "assert:Int win:AllLockedWin", {0, 0x5600}) ==
        "MPI_Win_lock_all(assert=0, win=0x5600)");
  for (const char *kind : {"UnlockedWin", "AllUnlockedWin", "SyncWin", "FreedWin", "Win"})
    CHECK(text_of("X", (std::string("win:") + kind).c_str(), {0x5500}) == "MPI_X(win=\"halo\")");
  CHECK(text_of("Comm_disconnect", "comm:DisconnectedComm", {0x7f00}) == "MPI_Comm_disconnect(comm=0x7f00)");
}

TEST_CASE("arrays of requests are addresses") {
  CHECK(text_of("Waitall", "count:Requests array_of_requests:DoneRequests status:-Pointer", {2, 0x7ffe0010}) ==
        "MPI_Waitall(count=2, array_of_requests=0x7ffe0010)");
  CHECK(text_of("Startall", "count:Requests array_of_requests:StartedRequests", {2, 0x7ffe0010}) ==
        "MPI_Startall(count=2, array_of_requests=0x7ffe0010)");
}

TEST_CASE("ranks that are none are in words") {
  constexpr auto word = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
  CHECK(text_of("Recv", "source:Rank tag:Tag", {word(-1), word(-1)}) ==
        "MPI_Recv(source=MPI_ANY_SOURCE, tag=MPI_ANY_TAG)");
  CHECK(text_of("Send", "dest:Rank tag:Tag", {word(-2), 7}) == "MPI_Send(dest=MPI_PROC_NULL, tag=7)");
  CHECK(text_of("Bcast", "root:Root", {word(-4)}) == "MPI_Bcast(root=MPI_ROOT)");
  CHECK(text_of("Bcast", "root:Root", {2}) == "MPI_Bcast(root=2)");
}

TEST_CASE("the access mode of a file is in words") {
  CHECK(text_of("File_open", "comm:Comm filename:-FileName amode:Int info:Info", {0x10, 9, 0x20}) ==
        "MPI_File_open(comm=0x10, amode=MPI_MODE_CREATE | MPI_MODE_RDWR, info=0x20)");
  CHECK(text_of("File_open", "amode:Int", {0}) == "MPI_File_open(amode=0)");
  CHECK(text_of("File_open", "amode:Int", {1 | 4096}) == "MPI_File_open(amode=MPI_MODE_CREATE | 4096)");
}
