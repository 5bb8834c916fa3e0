#pragma once
// Describes a message that MPI_Mprobe has matched and that has not been received yet, in the terms of the MPI standard.
// Plain data.

#include <cstdint>
#include <optional>
#include <string>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/operation.h"

namespace mpidbg::model {

// Describes one matched message. `handle` identifies it while the process is stopped.
struct Message {
  Handle handle{};
  // The name of a predefined message, otherwise empty.
  std::string name;
  bool predefined = false;
  bool is_null = false;
  // True for MPI_MESSAGE_NO_PROC, the message of a probe with MPI_PROC_NULL.
  bool no_proc = false;
  // The Fortran INTEGER handle; -1 if the message has none.
  int fortran_index = -1;
  Handle communicator{};
  // The rank of the sender in the communicator.
  int source = -1;
  // The rank of the sender in MPI_COMM_WORLD; -1 if it is not a member.
  int source_world_rank = -1;
  ProcessName source_name;
  // The tag; empty if it cannot be read.
  std::optional<int> tag;
  // The size of the message in bytes.
  std::uint64_t bytes = 0;
  Protocol protocol = Protocol::none;
  // True if the message is eager and its sender waits for the receive.
  bool synchronous = false;
  // The address of the data of an eager message, in the library's memory; null for other messages.
  Address payload{};
  // The request that the library made for the message when it was probed; null if there is none.
  Handle request{};
};

}  // namespace mpidbg::model
