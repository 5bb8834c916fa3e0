#pragma once
// Posted receives in 40 bytes each, since there may be many: what a receive of contiguous bytes has, which nearly all
// are. What does not fit is left out, and is read from memory again when it is asked for. A list of PooledReceive would
// take 80 bytes each, which is 40 more to the 205 bytes that `queues` has for each of 100,000 posted receives.

#include <vector>

#include "mpidbg/model/ucx/operations.h"

namespace mpidbg::model::ucx {

// A receive that is in use in the pool, with the values found in memory.
struct PooledReceive {
  // The address of the ucp_request.
  Address request{};
  // The next queue element, if the receive is in a queue.
  Address next{};
  std::uint64_t tag = 0, mask = 0, sequence = 0;
  Address user_data{};
  Address buffer{};
  std::uint64_t bytes = 0;
  // The class of the MPI library's own request behind it, in libraries that have classes.
  Address object_class{};
  // The payload consists of `buffer` and `bytes` and nothing else.
  bool contiguous = false;
  // The MPI library notes for its completion that a thread may be waiting.
  bool waited_on = false;
  bool complete = false, released = false, offloaded = false;
  // The receive is in one of the queues of posted receives.
  bool posted = false;
};

// A receive in compressed form. Members after `tag` are set only if `known` is.
struct Posted {
  // The address of the ucp_request.
  Address request{};
  std::uint64_t tag = 0;
  // `mask` and `object_class` are indices into the tables of PostedReceives.
  Address user_data{};
  Address buffer{};
  std::uint64_t bytes : 32 = 0;
  // The difference to the first sequence number.
  std::uint64_t sequence : 22 = 0;
  std::uint64_t mask : 3 = 0;
  std::uint64_t object_class : 2 = 0;
  std::uint64_t released : 1 = 0;
  std::uint64_t offloaded : 1 = 0;
  std::uint64_t known : 1 = 0;
};
static_assert(sizeof(Posted) == 40);

// A posted receive for which no thread waits, with the class of the MPI library's own request behind it.
struct KnownReceive {
  Receive receive;
  // Null in libraries whose requests have no classes.
  Address object_class{};
};

class PostedReceives : public Listed<Posted> {
 public:
  // Must be called before add(). No receive has a sequence number below `first_sequence`.
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
