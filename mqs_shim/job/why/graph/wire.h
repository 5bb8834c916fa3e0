#pragma once
// Finds data that the kernels of a job's nodes have not delivered. A message between two ranks can stay there for
// seconds, because a lost packet is sent again after 0.2 s at the earliest.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

class Wire {
 public:
  // The evidence has to outlive this.
  explicit Wire(std::span<const Evidence> evidence);

  // The sockets of a process, as indices in Evidence::sockets, in which something is under way that may be for the job:
  // bytes that are not acknowledged or not read, or a connection that is being made. Their other end is a process that
  // there is evidence of; or the sockets of some rank are not known, so that it may be that one's. Others, as one to a
  // launcher, never count.
  std::span<const std::uint32_t> under_way(std::uint32_t process) const;
  // The process at the other end of one of its sockets, if there is evidence of it.
  std::optional<std::uint32_t> other_end(std::uint32_t process, const SocketRecord &socket) const;
  // Whether it is connected to another process that there is evidence of, and nothing is under way. False if its
  // sockets are not known.
  bool is_quiet(std::uint32_t process) const;

 private:
  struct Connection {
    std::uint64_t host = 0;  // of addresses that each node has, else 0
    SocketEnd local, remote;
    std::uint32_t process = 0;
  };
  static bool is_before(const Connection &one, const Connection &other);

  bool is_under_way(const Evidence &evidence, const SocketRecord &socket) const;
  std::span<const Connection> other_ends(const Evidence &evidence, const SocketRecord &socket) const;
  void find_connections();
  void see_whether_all_are_known();
  void find_under_way();

  std::span<const Evidence> evidence_;
  std::vector<Connection> connections_;     // sorted, without those of the look before
  std::vector<std::uint16_t> listened_at_;  // ports, sorted
  bool all_known_ = false;                  // the sockets of all ranks of the jobs
  std::map<std::uint32_t, std::vector<std::uint32_t>> under_way_;
};

// Adds to the sockets of each process of `second` those of the same process in `first` in which something was under way
// then and nothing is now, as earlier ones: a message is under way if one of two looks has seen it.
void add_earlier_sockets(std::span<const Evidence> first, std::span<Evidence> second);

// Whether messages between these processes may be under way for longer than a look can tell: some wait in MPI, nothing
// counts messages or sees the transport, and the sockets do not show that the network is quiet.
bool may_linger_in_network(std::span<const Evidence> evidence);

}  // namespace mqs_shim::why
