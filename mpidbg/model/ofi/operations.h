#pragma once
// Describes tagged messages and their requests in the terms of libfabric. Plain data. The code for each MPI library
// interprets tags, contexts and completion data.

#include <cstdint>
#include <optional>
#include <vector>

#include "mpidbg/base/result.h"

namespace mpidbg::model::ofi {

// Holds the result of walking over a queue. If the walk failed, the entries that were read before the failure are kept.
template <class Entry>
struct Listed {
  std::vector<Entry> entries;
  // The reason why entries are missing or may be missing; empty if the list is complete.
  std::optional<Error> problem;
};

// Describes a receive, which is posted or has matched a message.
struct Receive {
  // The address of the provider's entry.
  Address entry{};
  // The context that the MPI library passed: the address of a member of its request.
  Address context{};
  std::uint64_t tag = 0;
  // The bits of a message's tag that may differ from those of `tag`.
  std::uint64_t ignore = 0;
  // The address of the process that the receive is for; empty for any process, and where the provider matches by tags
  // alone.
  std::optional<std::uint64_t> source;
  // The first part of the buffer, and the bytes of all parts.
  Address buffer{};
  std::uint64_t bytes = 0;
};

// Describes a message that has not matched a receive, or that a receive or MPI_Mprobe has taken and that is not
// complete.
struct Message {
  // The address of the provider's entry.
  Address entry{};
  // The address of the provider's record of the message behind the entry; equal to `entry` if there is only one.
  Address record{};
  std::uint64_t tag = 0;
  // The data that the sender passed for the receiver's completion; empty if it passed none.
  std::optional<std::uint64_t> data;
  std::uint64_t bytes = 0;
  // The address of the sender; empty if it is not known.
  std::optional<std::uint64_t> source;
  // The number of the send at the sender, as in Send::number; empty if the message does not have it.
  std::optional<std::uint64_t> number;
  // True if only the announcement of the message has arrived.
  bool rendezvous = false;
  // The start of the data; null if the data is not in this process or not in one piece.
  Address payload{};
};

// Describes a receive and the message that it has matched.
struct Match {
  Receive receive;
  Message message;
};

// Describes a send that is not complete.
struct Send {
  // The address of the provider's entry.
  Address entry{};
  Address context{};
  std::uint64_t tag = 0;
  std::uint64_t bytes = 0;
  // The data for the receiver's completion; empty if there is none.
  std::optional<std::uint64_t> data;
  // The address of the receiver; empty if the provider does not keep it.
  std::optional<std::uint64_t> destination;
  // A number that only this one of the endpoint's sends has and that its message carries; empty if there is none.
  std::optional<std::uint64_t> number;
  // True if the receiver has the announcement of the message and has not taken it.
  bool rendezvous = false;
};

// Describes the messages on their way to this process, as far as the provider shows them.
struct Transport {
  // Counters that change when messages or completions are processed.
  std::vector<std::uint64_t> counters;
  // True if no message to the process is on its way. Empty if this is unknown: sockets and network hardware do not show
  // it.
  std::optional<bool> empty;
};

}  // namespace mpidbg::model::ofi
