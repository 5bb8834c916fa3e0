#pragma once
// Describes one pending operation or waiting message. Plain data; unknown numbers are empty.

#include <cstdint>
#include <optional>
#include <string>

#include "mpidbg/base/handle.h"
#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/model/objects/group.h"

namespace mpidbg::model {

// The queues of a process. `inactive` has persistent requests that are not started, and `unclaimed` has messages whose
// context belongs to no communicator of this process.
enum class Queue { sends, receives, unexpected, inactive, unclaimed };

// The protocol of a message; `none` if it is unknown or does not apply.
enum class Protocol { none, eager, rendezvous };
// The mode of a send: that of MPI_Send, MPI_Ssend, MPI_Bsend or MPI_Rsend.
enum class SendMode { unknown, standard, synchronous, buffered, ready };

// The collective operation that the tag of an internal message stands for. It is a hint, since a library may implement
// one operation by the algorithm of another.
using Collective = CollectiveOperation;

// Describes the partitions of a partitioned send or receive.
struct Partitions {
  std::uint32_t count = 0;
  // For a send that was started: MPI_Pready has marked at least `ready` partitions, and perhaps one more if
  // `perhaps_one_more` is set.
  std::optional<std::uint32_t> ready;
  bool perhaps_one_more = false;
  // True for a receive that the library has not matched with a partitioned send yet.
  bool met_none = false;
};

// Describes one entry of a queue: a send, a receive, a probe or a message.
struct Operation {
  Queue queue = Queue::receives;
  // True for sends; false for receives, probes and messages that have arrived.
  bool is_send = false;
  // True for MPI_Probe and MPI_Mprobe; the queue is Queue::receives.
  bool is_probe = false;
  // `any_source` is true for receives and probes with MPI_ANY_SOURCE, and `any_tag` for those with MPI_ANY_TAG.
  bool any_source = false;
  bool any_tag = false;
  // True if the library sends or receives the message for itself, for example inside a collective.
  bool internal = false;
  // True if the request was made by a function such as MPI_Send_init.
  bool persistent = false;
  // True if the library has marked the operation complete, but the program has not completed its request yet.
  bool complete = false;
  // True if a message has matched the receive, and its data is arriving.
  bool matched = false;
  // True if MPI_Request_free was called for the operation's request.
  bool freed = false;
  // True if the message arrived before an earlier message of its sender, and cannot be matched yet.
  bool out_of_order = false;

  // The context id by which the point-to-point layer matches messages.
  std::uint64_t context_id = 0;
  // The rank of the peer in the communicator, or in the remote group of an intercommunicator.
  int comm_rank = -1;
  // The rank of the peer in MPI_COMM_WORLD; -1 if it is not a member.
  int world_rank = -1;
  // The identity of the peer; meaningless if any_source is set.
  ProcessName peer;
  // The tag; meaningless if any_tag is true or tag_known is false.
  int tag = -1;
  bool tag_known = true;
  Protocol protocol = Protocol::none;
  SendMode send_mode = SendMode::unknown;
  // For internal messages: the collective operation that the message belongs to.
  Collective collective = Collective::unknown;
  // The size of the message or of the posted buffer.
  std::optional<std::uint64_t> bytes;
  // The number of bytes transferred so far.
  std::optional<std::uint64_t> bytes_done;
  // The number of elements of `datatype`.
  std::optional<std::uint64_t> count;
  // The position of the message or operation in the library's order of matching. Messages are numbered per peer, and
  // posted operations per communicator.
  std::optional<std::uint64_t> sequence;
  // The partitions of a partitioned operation; empty for other operations.
  std::optional<Partitions> partitions;
  // The program's request; null for messages, and for operations of blocking calls.
  Handle request{};
  // The address of the library's record of the operation, if the operation has no request or if the handle of its
  // request is a number.
  Address record{};
  // For a message whose sender waits for it: the `record` of the send in the sender's memory; null if unknown. If the
  // receiver does not know that record, but the send and its message have a number in common, this is the number in
  // both.
  Address sender_record{};
  // The address of the data; null if unknown.
  Address buffer{};
  // True if the buffer belongs to the library and holds an eager message or a buffered send.
  bool buffer_is_library_memory = false;
  Handle datatype{};
  std::string datatype_name;
  // True if the library or the program named the datatype. Otherwise the name is derived from the handle.
  bool datatype_named = false;
  // The MPI call in which the program waits for the operation, if the recorder knows that call; otherwise empty.
  std::string blocking_call;
  // An address on the stack of the thread that waits for the operation; null if no thread does.
  Address waiter{};
};

}  // namespace mpidbg::model
