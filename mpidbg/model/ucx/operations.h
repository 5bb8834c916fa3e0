#pragma once
// Tagged messages and the requests for them, as UCX has them: plain data in its terms. What the words mean to an MPI
// library is for the code of that library to say.

#include <cstdint>
#include <optional>
#include <vector>

#include "mpidbg/base/result.h"

namespace mpidbg::model::ucx {

// What a walk found, and why it found no more. Entries that were read before a walk failed are kept.
template <class Entry>
struct Listed {
  std::vector<Entry> entries;
  std::optional<Error> problem;  // empty: complete
  std::optional<Error> doubt;    // what some of the entries say of themselves; they are still all
};

// A message as the table lists it: there may be many, so the rest is read when it is asked for.
struct Arrived {
  Address descriptor{};  // ucp_recv_desc
  std::uint64_t tag = 0;
};

// A request in the pool, and what may be the MPI library's own request for it: which of the first two words has it
// depends on the library and the direction. WorkerPlace says where the words behind a request are.
struct PooledRequest {
  enum Kind : std::uint8_t { receive, send, complete, other };
  Address request{};              // ucp_request
  Address user_data{}, behind{};  // given along; in the memory behind the request
  std::uint64_t completion = 0;   // how the MPI library notes that it is complete
  Kind kind = other;
};

// What a request sends or receives.
struct Payload {
  Address buffer{};  // null if UCX does not have it
  std::uint64_t bytes = 0;
  Address datatype{};  // the MPI library's own, as it has given it to UCX; null for contiguous bytes
};

struct Request {
  Address request{};      // ucp_request
  Address handle{};       // what the MPI library was given: the memory behind it
  Address user_data{};    // what the MPI library has given along; valid for requests from the pool
  std::uint64_t tag = 0;  // as the MPI library has made it
  bool is_send = false;
  bool complete = false;   // and not freed
  bool released = false;   // the MPI library has freed it before it was complete
  bool offloaded = false;  // with the hardware, which matches it
  bool on_stack = false;   // of the caller, who waits for it there, and not from the pool
};

struct Receive : Request {
  std::uint64_t mask = 0;      // bits of a message's tag that have to be equal
  std::uint64_t sequence = 0;  // receives that were posted before it
  Payload payload;
  bool matched = false;
  // Meaningful once it has matched; bytes_done of messages in several fragments only.
  std::uint64_t message_tag = 0;
  std::uint64_t message_bytes = 0;
  std::optional<std::uint64_t> bytes_done;
};

struct Send : Request {
  Address endpoint{};  // ucp_ep of the receiver
  Payload payload;
  bool synchronous = false;
  std::optional<std::uint64_t> bytes_done;
};

// A message that no receive has matched.
struct Message {
  Address descriptor{};  // ucp_recv_desc
  std::uint64_t tag = 0;
  std::uint64_t bytes = 0;
  bool rendezvous = false;  // only its announcement is here
  bool synchronous = false;
  Address payload{};         // of an eager message: the start of it, which may not be all; null otherwise
  Address sender_request{};  // ucp_request in the sender, of rendezvous and synchronous messages; null if not known
};

}  // namespace mpidbg::model::ucx
