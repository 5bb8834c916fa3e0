#pragma once
// A message matched by MPI_Mprobe and not received yet as MPI means it. Plain data.

#include <cstdint>
#include <optional>
#include <string>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/operation.h"

namespace mpidbg::model {

struct Message {
  Handle handle{};
  std::string name;  // of a predefined one
  bool predefined = false;
  bool is_null = false;
  bool no_proc = false;  // MPI_MESSAGE_NO_PROC
  int fortran_index = -1;
  Handle communicator{};
  int source = -1;  // rank in the communicator
  int source_world_rank = -1;
  ProcessName source_name;
  std::optional<int> tag;
  std::uint64_t bytes = 0;
  Protocol protocol = Protocol::none;
  bool synchronous = false;  // eager, and its sender waits for the receive
  Address payload{};         // of an eager message, in the library's memory
  Handle request{};          // the library's, of the probe
};

}  // namespace mpidbg::model
