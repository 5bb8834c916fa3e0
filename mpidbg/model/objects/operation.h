#pragma once
// One pending operation or waiting message. Plain data; unknown numbers are empty.

#include <cstdint>
#include <optional>
#include <string>

#include "mpidbg/base/handle.h"
#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/model/objects/group.h"

namespace mpidbg::model {

enum class Queue { sends, receives, unexpected, inactive, unclaimed };

enum class Protocol { none, eager, rendezvous };
enum class SendMode { unknown, standard, synchronous, buffered, ready };

using Collective = CollectiveOperation;  // that an internal message is inside of, by its tag

// The partitions of a partitioned send or receive.
struct Partitions {
  std::uint32_t count = 0;
  // In a started send: MPI_Pready has marked at least this many, and perhaps_one_more if one more may be marked.
  std::optional<std::uint32_t> ready;
  bool perhaps_one_more = false;
  bool met_none = false;  // of a receive: the library has matched it with no partitioned send that it has heard of
};

struct Operation {
  Queue queue = Queue::receives;
  bool is_send = false;
  bool is_probe = false;
  bool any_source = false;
  bool any_tag = false;
  bool internal = false;
  bool persistent = false;
  bool complete = false;
  bool matched = false;
  bool freed = false;  // MPI_Request_free was called
  bool out_of_order = false;

  std::uint64_t context_id = 0;
  int comm_rank = -1;   // of the peer in the communicator (the remote group of an intercommunicator)
  int world_rank = -1;  // of the peer in MPI_COMM_WORLD, -1: not a member
  ProcessName peer;     // meaningful unless any_source
  int tag = -1;         // meaningless with any_tag
  bool tag_known = true;
  Protocol protocol = Protocol::none;
  SendMode send_mode = SendMode::unknown;
  Collective collective = Collective::unknown;  // of internal ones
  std::optional<std::uint64_t> bytes;           // of the message, or of the posted buffer
  std::optional<std::uint64_t> bytes_done;      // transferred so far
  std::optional<std::uint64_t> count;
  std::optional<std::uint64_t> sequence;
  std::optional<Partitions> partitions;
  Handle request{};
  Address record{};         // the library's record where there is no request, or its handle is a number
  Address sender_record{};  // of a message whose sender waits: `record` of the send there; null: not known
  Address buffer{};
  bool buffer_is_library_memory = false;
  Handle datatype{};
  std::string datatype_name;
  bool datatype_named = false;  // by the library or the program; else the name is made of the handle
  std::string blocking_call;    // the MPI call of the program that waits for it, if the recorder knows it
  Address waiter{};             // on the stack of the thread that waits for it; null if none does
};

}  // namespace mpidbg::model
