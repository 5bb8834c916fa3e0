#pragma once
// One pending operation or waiting message. Plain data; unknown numbers are empty.

#include <cstdint>
#include <optional>
#include <string>

#include "mpidbg/base/handle.h"
#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/model/objects/group.h"

namespace mpidbg::model {

// The queues of a process. `unclaimed` has messages of contexts without a communicator in this process.
enum class Queue { sends, receives, unexpected, inactive, unclaimed };

// The protocol of a message; `none` if it is unknown or does not apply.
enum class Protocol { none, eager, rendezvous };
enum class SendMode { unknown, standard, synchronous, buffered, ready };

// The collective operation that the tag of an internal message stands for. It is a hint, since a library may implement
// one operation by the algorithm of another.
using Collective = CollectiveOperation;

// The partitions of a partitioned send or receive.
struct Partitions {
  std::uint32_t count = 0;
  // For a send that was started: MPI_Pready has marked at least `ready` partitions, and perhaps one more if
  // `perhaps_one_more` is set.
  std::optional<std::uint32_t> ready;
  bool perhaps_one_more = false;
  // For a receive: the library has not matched it with any of the partitioned sends that it knows.
  bool met_none = false;
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
  // MPI_Request_free was called.
  bool freed = false;
  bool out_of_order = false;

  std::uint64_t context_id = 0;
  // The rank of the peer in the communicator, or in the remote group of an intercommunicator.
  int comm_rank = -1;
  // The rank of the peer in MPI_COMM_WORLD; -1 if it is not a member.
  int world_rank = -1;
  // Meaningless if any_source is set.
  ProcessName peer;
  // Meaningless if any_tag is set.
  int tag = -1;
  bool tag_known = true;
  Protocol protocol = Protocol::none;
  SendMode send_mode = SendMode::unknown;
  // For internal messages.
  Collective collective = Collective::unknown;
  // The size of the message or of the posted buffer.
  std::optional<std::uint64_t> bytes;
  // The bytes transferred so far.
  std::optional<std::uint64_t> bytes_done;
  // The number of elements of `datatype`.
  std::optional<std::uint64_t> count;
  // The position in the order in which the library matches: of messages by peer, of postings by communicator.
  std::optional<std::uint64_t> sequence;
  std::optional<Partitions> partitions;
  Handle request{};
  // The library's record, for operations without a request or whose request handle is a number.
  Address record{};
  // For a message whose sender waits for it: the `record` of the send in the sender's memory; null if unknown.
  Address sender_record{};
  Address buffer{};
  bool buffer_is_library_memory = false;
  Handle datatype{};
  std::string datatype_name;
  // The library or the program named the datatype. Otherwise the name is derived from the handle.
  bool datatype_named = false;
  // The MPI call in which the program waits for it, if the recorder knows it; otherwise empty.
  std::string blocking_call;
  // An address on the stack of the thread that waits for it; null if no thread does.
  Address waiter{};
};

}  // namespace mpidbg::model
