#pragma once
// Describes the pending operations of a queue: sends, receives and messages that have arrived.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/base/address.h"

namespace mqs_shim {

using mpidbg::Address;

// TextIndex is the index of a text in ProcessReport::texts, so that 100,000 operations can share one "MPI_INT". 0 is
// the empty text.
using TextIndex = std::uint32_t;

// Describes a pending operation. mpidbg_operation_info_t documents the members. The size is at most 128 bytes, as there
// may be millions of operations.
struct Operation {
  std::uint32_t flags = 0;  // mpidbg_operation_flags_t
  std::uint8_t protocol = MPIDBG_PROTOCOL_NONE;
  std::uint8_t send_mode = MPIDBG_SEND_UNKNOWN;
  bool is_send : 1 = false;
  bool datatype_named : 1 = false;
  bool system_buffer : 1 = false;
  // Set if several operations could be the one that the thread waits for, and this is the most likely one.
  bool waiting_inferred : 1 = false;
  std::uint8_t collective = MPIDBG_COLLECTIVE_UNKNOWN;
  std::int32_t comm_rank = -1;
  std::int32_t world_rank = -1;
  std::uint32_t peer_job = 0;
  std::uint32_t peer_job_rank = 0;
  std::int32_t tag = -1;
  std::int32_t partitions = 0;  // 0: not partitioned
  std::int64_t context_id = -1;
  std::int64_t bytes = -1;
  std::int64_t bytes_done = -1;
  std::int64_t count = -1;
  std::int64_t sequence = -1;
  Address request{};
  Address record{};
  Address buffer{};
  Address datatype{};
  Address waiter{};  // address on the stack of the thread that waits for the operation
  TextIndex datatype_name = 0;
  TextIndex waiting_call = 0;  // name of the MPI call of the waiting thread, if the stacks show it
  TextIndex extra_text = 0;    // for a plain plugin: its lines, separated by '\n'
  std::int32_t partitions_ready = -1;

  bool operator==(const Operation &) const = default;
};
static_assert(sizeof(Operation) <= 128);

// Returns the address by which other data refers to an operation: its record or, if it has none, its request.
inline Address record_or_request(const Operation &operation) {
  return operation.record.is_null() ? operation.request : operation.record;
}

// Connects an operation with the send at its sender: a message that has arrived, or the send itself. `operation` is its
// record_or_request(). `send` is the address of the send's record in the sender's memory,
// or a number that the send and its message have in common.
struct SendOfMessage {
  Address operation{}, send{};
};

// Holds the operations of one queue.
struct Queue {
  std::vector<Operation> operations;
  std::vector<SendOfMessage> sends;  // for operations of which the library stores the send's record or number
  std::string problem;               // reason why the queue cannot be seen, or not completely; empty if it is complete
};

}  // namespace mqs_shim
