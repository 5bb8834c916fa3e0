#pragma once
// Finds data that the kernels of a job's nodes have not delivered. A message can stay in a kernel for seconds, because
// a lost packet is sent again after 0.2 s at the earliest.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Pairs TCP sockets of all processes. Two belong together if the local address of each is the remote address of the
// other.
class Wire {
 public:
  // The evidence must outlive this object.
  explicit Wire(std::span<const Evidence> evidence);

  // Returns the sockets of the process that may hold data for the job, as indices in Evidence::sockets. They have bytes
  // that were not acknowledged or not read, or are being connected. Their other end belongs to a process with evidence,
  // or may belong to a rank whose sockets are not known. A socket to the launcher, for example, never counts.
  std::span<const std::uint32_t> under_way(std::uint32_t process) const;
  // Returns the process at the other end of the socket, or nothing if no process with evidence has it.
  std::optional<std::uint32_t> other_end(std::uint32_t process, const SocketRecord &socket) const;
  // Returns true if none of the process's sockets is under_way(), and one of them is connected to another process that
  // has evidence. Returns false if its sockets are not known.
  bool is_quiet(std::uint32_t process) const;

 private:
  struct Connection {
    std::uint64_t host = 0;  // host number, for addresses that exist on every node (such as 127.0.0.1); otherwise 0
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
  std::vector<Connection> connections_;     // sorted; without sockets of an earlier look
  std::vector<std::uint16_t> listened_at_;  // sorted port numbers of listening sockets
  bool all_known_ = false;                  // the sockets of all ranks of the jobs are known
  std::map<std::uint32_t, std::vector<std::uint32_t>> under_way_;
};

// Returns true if only the process's sockets can show that no message is under way to it: neither counters nor memory
// do.
bool needs_sockets(const Evidence &evidence);

// Keeps messages that only the first of two looks has seen under way. For each process in both looks, adds to `second`
// the sockets that held undelivered data in `first` and do not any more. Sets their `earlier` flag.
void add_earlier_sockets(std::span<const Evidence> first, std::span<Evidence> second);

// Returns true if messages between these processes may be under way for longer than the time between two looks. That is
// so if some process waits in MPI, its messages are not counted, its transport cannot be seen, and the sockets do not
// prove that the network is quiet.
bool may_linger_in_network(std::span<const Evidence> evidence);

}  // namespace mqs_shim::why
