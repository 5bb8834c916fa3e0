#pragma once
// What a blocking MPI call waits for, by its name.

#include <cstdint>
#include <string_view>

namespace mqs_shim::why {

enum class CallKind : std::uint8_t {
  point_to_point,  // MPI_Recv, MPI_Send, MPI_Probe, MPI_Wait, ...: for operations
  wait_for_any,    // MPI_Waitany, MPI_Waitsome: for one of several
  collective,      // for members of a communicator; MPI_Comm_dup, MPI_File_open and MPI_Win_fence are, too
  window_group,    // MPI_Win_start, _complete, _wait: for the members of a group
  window_target,   // MPI_Win_lock, _unlock, _flush: for targets, and for who holds their locks
  init,
  finalize,
  outside,  // MPI_Comm_accept, MPI_File_write_shared: for something outside of the job
  other
};

// `call` as in ThreadRecord::call; the variants with large counts (MPI_Recv_c) are known as well.
CallKind kind_of_call(std::string_view call);

// MPI_Test*, MPI_Iprobe, MPI_Improbe, ...: a program calls it again and again.
bool is_poll(std::string_view call);

// MPI_Waitall, MPI_Waitany, MPI_Waitsome: it has an array of requests.
bool takes_requests(std::string_view call);

// MPI_Win_lock, MPI_Win_lock_all: they ask for locks.
bool is_for_a_lock(std::string_view call);

// MPI_File_open, MPI_File_write_all, ...
bool is_of_file(std::string_view call);

}  // namespace mqs_shim::why
