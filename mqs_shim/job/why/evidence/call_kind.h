#pragma once
// Classifies blocking MPI calls by name: CallKind says what the caller of such a function may wait for. The names and
// kinds come from mpidbg/base/mpi_calls.def.

#include <cstdint>
#include <string_view>

namespace mqs_shim::why {

enum class CallKind : std::uint8_t {
  point_to_point,  // MPI_Recv, MPI_Send, MPI_Probe, MPI_Wait, ...: the call waits for operations
  wait_for_any,    // MPI_Waitany, MPI_Waitsome: the call waits for one of several operations
  // MPI_Barrier, MPI_Comm_dup, MPI_File_open, MPI_Win_fence, ...: the call waits for members of a communicator
  collective,
  window_group,   // MPI_Win_start, _complete, _wait: the call waits for the members of a group
  window_target,  // MPI_Win_lock, _unlock, _flush: the call waits for its targets, and for the holders of their locks
  init,
  finalize,
  outside,  // MPI_Comm_accept, MPI_File_write_shared: the call waits for something outside of the job
  other
};

// Returns the kind of an MPI function, whose name is spelled as in ThreadRecord::call. The variants with large counts,
// such as MPI_Recv_c, have the kind of the plain function; an unknown name is CallKind::other.
CallKind kind_of_call(std::string_view call);

// Returns true for MPI_Test*, MPI_Iprobe, MPI_Improbe and the like. They return at once, so that programs call them
// again and again.
bool is_poll(std::string_view call);

// Returns true for functions that have an array of requests as an argument: MPI_Waitall, MPI_Waitany, MPI_Waitsome.
bool takes_requests(std::string_view call);

// Returns true for MPI_Comm_create_group and MPI_Intercomm_create. They make a communicator by messages with a tag that
// the program passes, because not all members of the communicator of these messages make the call.
bool takes_a_tag(std::string_view call);

// Returns true for the functions that request window locks: MPI_Win_lock, MPI_Win_lock_all.
bool is_for_a_lock(std::string_view call);

// Returns true for the functions that move data to or from a window: MPI_Put, MPI_Raccumulate, MPI_Fetch_and_op and the
// like. They do not wait for the data.
bool moves_window_data(std::string_view call);

// Returns true for functions that work on a file, such as MPI_File_open and MPI_File_write_all.
bool is_of_file(std::string_view call);

}  // namespace mqs_shim::why
