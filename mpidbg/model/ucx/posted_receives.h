#pragma once
// PostedReceives holds posted receives in 40 bytes each, because there may be many. That suffices for receives of
// contiguous bytes, which are nearly all; others are read from memory again when needed. A PooledReceive takes 80
// bytes, but the command `queues` may use only 205 bytes for each of 100,000 posted receives.

#include <vector>

#include "mpidbg/model/ucx/operations.h"

namespace mpidbg::model::ucx {

// Describes a receive in use in UCX's pool of requests, with the values found in memory.
struct PooledReceive {
  // The address of the ucp_request.
  Address request{};
  // The next element of the queue of posted receives, if the receive is in a queue.
  Address next{};
  std::uint64_t tag = 0, mask = 0, sequence = 0;
  Address user_data{};
  Address buffer{};
  std::uint64_t bytes = 0;
  // The class of the receive's request in the MPI library; null in libraries that have no classes.
  Address object_class{};
  // True if the payload consists only of `buffer` and `bytes`.
  bool contiguous = false;
  // True if the MPI library has recorded that a thread may be waiting for the receive.
  bool waited_on = false;
  bool complete = false, released = false, offloaded = false;
  // True if the receive is in one of the queues of posted receives.
  bool posted = false;
};

// Describes a receive in compressed form. Members after `tag` are set only if `known` is true.
struct Posted {
  // The address of the ucp_request.
  Address request{};
  std::uint64_t tag = 0;
  Address user_data{};
  Address buffer{};
  std::uint64_t bytes : 32 = 0;
  // The difference between the sequence number of the receive and `first_sequence`.
  std::uint64_t sequence : 22 = 0;
  // The next two members are indices into the tables of PostedReceives.
  std::uint64_t mask : 3 = 0;
  std::uint64_t object_class : 2 = 0;
  std::uint64_t released : 1 = 0;
  std::uint64_t offloaded : 1 = 0;
  std::uint64_t known : 1 = 0;
};
static_assert(sizeof(Posted) == 40);

// Holds a posted receive for which no thread waits, and the class of its request in the MPI library.
struct KnownReceive {
  Receive receive;
  // The class of the MPI library's request; null in libraries whose requests have no classes.
  Address object_class{};
};

class PostedReceives : public Listed<Posted> {
 public:
  // Prepares for `count` calls of add(). No receive may have a sequence number below `first_sequence`.
  void reserve(std::size_t count, std::uint64_t first_sequence);
  // Adds a receive. If it is not from the pool, only its address and tag are kept.
  void add(const PooledReceive &receive, bool is_pooled);
  // Returns the receive of an entry without its `handle`; nullopt if it must be read from memory.
  std::optional<KnownReceive> known(const Posted &posted) const;

 private:
  std::uint64_t first_sequence_ = 0;
  std::vector<std::uint64_t> masks_;
  std::vector<Address> classes_;
};

}  // namespace mpidbg::model::ucx
