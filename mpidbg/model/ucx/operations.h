#pragma once
// Describes tagged messages and their requests in the terms of UCX. Plain data. The code for each MPI library
// interprets the values that the library passed to UCX.

#include <cstdint>
#include <optional>
#include <vector>

#include "mpidbg/base/result.h"

namespace mpidbg::model::ucx {

// Holds the result of walking over a table. If the walk failed, the entries that were read before the failure are kept.
template <class Entry>
struct Listed {
  std::vector<Entry> entries;
  // The reason why entries are missing; empty if the list is complete.
  std::optional<Error> problem;
  // A contradiction in some of the entries; the list is complete nevertheless.
  std::optional<Error> doubt;
};

// Identifies a message as listed by UCX. There can be many messages, so the other members of a Message are read on
// request.
struct Arrived {
  Address descriptor{};  // the address of the ucp_recv_desc
  std::uint64_t tag = 0;
};

// Describes a request in the pool. Either `user_data` or `behind`, depending on the library and the direction, may
// refer to the MPI library's own request. WorkerPlace::words has the offsets of the words that follow a request in
// memory.
struct PooledRequest {
  enum Kind : std::uint8_t { receive, send, complete, other };
  // The address of the ucp_request.
  Address request{};
  // The user data passed to UCX with the request, and the word in the memory that follows the ucp_request.
  Address user_data{}, behind{};
  // The word in which the MPI library records that the request is complete.
  std::uint64_t completion = 0;
  Kind kind = other;
};

// Describes the data that a request sends or receives.
struct Payload {
  // The address of the data; null if UCX does not have it.
  Address buffer{};
  std::uint64_t bytes = 0;
  // The datatype that the MPI library passed to UCX; null for contiguous bytes.
  Address datatype{};
};

// Describes a pending or complete request.
struct Request {
  // The address of the ucp_request.
  Address request{};
  // The pointer that UCX returned to the MPI library. It points to the end of the ucp_request.
  Address handle{};
  // The user data that the MPI library passed to UCX with the request; valid only for requests from the pool.
  Address user_data{};
  // The tag that the MPI library passed to UCX.
  std::uint64_t tag = 0;
  bool is_send = false;
  // True if the request is complete and has not been freed.
  bool complete = false;
  // True if the MPI library freed the request before it was complete.
  bool released = false;
  // True if the network hardware has the request and does the matching.
  bool offloaded = false;
  // True if the request is not in the pool but on the stack of the waiting caller.
  bool on_stack = false;
  // True if the request is a synchronous send whose data has left: UCX waits for the receiver only, and has told the
  // MPI library that it no longer uses the datatype.
  bool released_datatype = false;
};

// Describes a receive, which is posted or has matched a message.
struct Receive : Request {
  // The bits of a message's tag that must be equal to those of `tag`.
  std::uint64_t mask = 0;
  // The number of receives that were posted before this one.
  std::uint64_t sequence = 0;
  Payload payload;
  bool matched = false;
  // The following members have a meaning only after the receive has matched. `bytes_done` has a meaning only for
  // messages in several fragments.
  std::uint64_t message_tag = 0;
  std::uint64_t message_bytes = 0;
  std::optional<std::uint64_t> bytes_done;
};

// Describes a send that is not complete.
struct Send : Request {
  // The ucp_ep of the receiver.
  Address endpoint{};
  Payload payload;
  bool synchronous = false;
  std::optional<std::uint64_t> bytes_done;
};

// Describes a message that has not matched a receive.
struct Message {
  // The address of the ucp_recv_desc.
  Address descriptor{};
  std::uint64_t tag = 0;
  std::uint64_t bytes = 0;
  // True if only the announcement of the message has arrived.
  bool rendezvous = false;
  bool synchronous = false;
  // The start of an eager message, possibly not all of it; null otherwise.
  Address payload{};
  // The ucp_request in the memory of the sender, for rendezvous and synchronous messages; null if unknown.
  Address sender_request{};
};

}  // namespace mpidbg::model::ucx
