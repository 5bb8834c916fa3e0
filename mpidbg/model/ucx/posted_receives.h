#pragma once
// Posted receives in 40 bytes each, since there may be many: what a receive of contiguous bytes has, which nearly all
// are. What does not fit is left out, and is read from memory again when it is asked for. A list of PooledReceive would
// take 80 bytes each, which is 40 more to the 205 bytes that `queues` has for each of 100,000 posted receives.

#include <vector>

#include "mpidbg/model/ucx/operations.h"

namespace mpidbg::model::ucx {

// A receive that the pool has in use, as its memory was found.
struct PooledReceive {
  Address request{};  // ucp_request
  Address next{};     // the element behind its own, if it is in a queue
  std::uint64_t tag = 0, mask = 0, sequence = 0;
  Address user_data{};
  Address buffer{};
  std::uint64_t bytes = 0;
  Address object_class{};   // of the MPI library's own request behind it, where it has classes
  bool contiguous = false;  // of its payload there is nothing to be known but buffer and bytes
  bool waited_on = false;   // the MPI library notes something else than a request that nobody waits for
  bool complete = false, released = false, offloaded = false;
  bool posted = false;  // whether a queue has it
};

struct Posted {
  Address request{};  // ucp_request
  std::uint64_t tag = 0;
  // Only if it is known. Of the next but one the number in the table.
  Address user_data{};
  Address buffer{};
  std::uint64_t bytes : 32 = 0;
  std::uint64_t sequence : 22 = 0;  // after the first one
  std::uint64_t mask : 3 = 0;
  std::uint64_t object_class : 2 = 0;
  std::uint64_t released : 1 = 0;
  std::uint64_t offloaded : 1 = 0;
  std::uint64_t known : 1 = 0;
};
static_assert(sizeof(Posted) == 40);

// A posted receive, and the class of the MPI library's own request behind it, which nobody waits for.
struct KnownReceive {
  Receive receive;
  Address object_class{};  // null if there are none
};

class PostedReceives : public Listed<Posted> {
 public:
  // `first_sequence`: none of them has a smaller one.
  void reserve(std::size_t count, std::uint64_t first_sequence);
  // One that is not from the pool is listed alone.
  void add(const PooledReceive &receive, bool is_pooled);
  // Of one of the entries, without its handle. Empty if it is to be read.
  std::optional<KnownReceive> known(const Posted &posted) const;

 private:
  std::uint64_t first_sequence_ = 0;
  std::vector<std::uint64_t> masks_;
  std::vector<Address> classes_;
};

}  // namespace mpidbg::model::ucx
