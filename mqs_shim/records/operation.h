#pragma once
// The operations of a queue.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/base/address.h"

namespace mqs_shim {

using mpidbg::Address;

// Index of a text in ProcessReport::texts, so that 100,000 operations share "MPI_INT". 0 is the empty text.
using TextIndex = std::uint32_t;

// Meanings as in mpidbg_operation_info_t. Kept at 128 bytes: there may be millions.
struct Operation {
  std::uint32_t flags = 0;  // mpidbg_operation_flags_t
  std::uint8_t protocol = MPIDBG_PROTOCOL_NONE;
  std::uint8_t send_mode = MPIDBG_SEND_UNKNOWN;
  bool is_send : 1 = false;
  bool datatype_named : 1 = false;
  bool system_buffer : 1 = false;
  // Several operations could be the one that the thread waits for; this is the likeliest.
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
  Address waiter{};  // an address on the stack of the thread that waits for it
  TextIndex datatype_name = 0;
  TextIndex waiting_call = 0;  // the MPI call that the waiting thread is in, if the stacks show it
  TextIndex extra_text = 0;    // of a plain plugin: its lines, separated by '\n'
  std::int32_t partitions_ready = -1;

  bool operator==(const Operation &) const = default;
};
static_assert(sizeof(Operation) <= 128);

// A message that has arrived, by its record, and the record of its send in the memory of the sender.
struct SendOfMessage {
  Address message{}, send{};
};

struct Queue {
  std::vector<Operation> operations;
  std::vector<SendOfMessage> sends;  // of those messages whose sender waits, where that is known
  std::string problem;               // why the queue cannot be seen, or not completely; empty if it is complete
};

}  // namespace mqs_shim
