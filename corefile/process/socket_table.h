#pragma once
// Reads the TCP sockets of a process from the kernel's tables, with the amount of data that was not delivered yet.

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace corefile {

// The address of one end of a connection.
struct SocketAddress {
  std::array<std::uint8_t, 16> bytes{};  // in network order; IPv4 as ::ffff:a.b.c.d
  std::uint16_t port = 0;
  auto operator<=>(const SocketAddress &) const = default;
};

// The states have the kernel's numbers (include/net/tcp_states.h).
enum class SocketState : std::uint8_t {
  established = 1,
  syn_sent,  // has requested a connection, and got no answer yet
  syn_received,
  fin_wait_1,
  fin_wait_2,
  time_wait,
  close,
  close_wait,
  last_ack,
  listen,
  closing,
  new_syn_received
};

// One socket, as a row of /proc/PID/net/tcp shows it.
struct Socket {
  SocketAddress local, remote;
  SocketState state{};
  std::uint32_t unacknowledged = 0;  // sent bytes that the other end has not acknowledged
  // Received bytes that were not read; for a listening socket, the number of connections that were not accepted.
  std::uint32_t unread = 0;
  std::uint32_t retransmissions = 0;  // number of consecutive retransmissions without an answer
  std::uint64_t inode = 0;  // 0: the socket belongs to no process, like a connection that was not accepted yet
};

// Limit for the sockets that are read from one table, and for those of one process.
inline constexpr std::size_t most_sockets = std::size_t{1} << 16;

// Parses /proc/PID/net/tcp or tcp6. Lines with another format are ignored.
std::vector<Socket> sockets_in_table(std::string_view table);

// Returns the sockets that have one of the inodes. If a listening socket is among them, the connections to it that were
// not accepted yet are included. `inodes` must be sorted.
std::vector<Socket> sockets_with(std::span<const Socket> sockets, const std::vector<std::uint64_t> &inodes);

// Reads the tables of network namespaces. All processes of a namespace have the same tables. Reading a table takes
// milliseconds, so one that was read a moment ago is used again.
class SocketTables {
 public:
  // A table is used again for this time, which is shorter than the time between two looks at a process.
  static constexpr std::chrono::milliseconds lifetime{50};

  // Returns the sockets of a live process, in its network namespace; nullopt if its descriptors or the tables cannot be
  // read.
  std::optional<std::vector<Socket>> of_process(pid_t pid);

 private:
  struct Tables {
    std::chrono::steady_clock::time_point read_at;
    std::optional<std::vector<Socket>> sockets;
  };
  std::map<std::string, Tables> of_namespace_;  // by the link in /proc/PID/ns
};

}  // namespace corefile
