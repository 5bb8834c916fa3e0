#pragma once
// A message that MPI_Mprobe has matched and that has not been received yet, in the terms of the MPI standard. Plain
// data.

#include <cstdint>
#include <optional>
#include <string>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/operation.h"

namespace mpidbg::model {

struct Message {
  Handle handle{};
  // The name of a predefined message, otherwise empty.
  std::string name;
  bool predefined = false;
  bool is_null = false;
  // True for MPI_MESSAGE_NO_PROC.
  bool no_proc = false;
  int fortran_index = -1;
  Handle communicator{};
  // The rank of the sender in the communicator.
  int source = -1;
  // The rank of the sender in MPI_COMM_WORLD; -1 if it is not a member.
  int source_world_rank = -1;
  ProcessName source_name;
  std::optional<int> tag;
  // The size of the message.
  std::uint64_t bytes = 0;
  Protocol protocol = Protocol::none;
  // The message is eager and its sender waits for the receive.
  bool synchronous = false;
  // The data of an eager message, in the library's memory.
  Address payload{};
  // The library's request, made by the probe.
  Handle request{};
};

}  // namespace mpidbg::model
