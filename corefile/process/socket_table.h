#pragma once
// The TCP sockets of a process, as the kernel shows them: what they have not delivered yet.

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace corefile {

struct SocketAddress {
  std::array<std::uint8_t, 16> bytes{};  // in network order; IPv4 as ::ffff:a.b.c.d
  std::uint16_t port = 0;
  auto operator<=>(const SocketAddress &) const = default;
};

// The numbers of the kernel (include/net/tcp_states.h).
enum class SocketState : std::uint8_t {
  established = 1,
  syn_sent,  // asks for a connection, and has no answer
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

struct Socket {
  SocketAddress local, remote;
  SocketState state{};
  std::uint32_t unacknowledged = 0;   // bytes that were sent and the other end has not acknowledged
  std::uint32_t unread = 0;           // bytes that have arrived; of a listening one connections not accepted
  std::uint32_t retransmissions = 0;  // in a row, without an answer
  std::uint64_t inode = 0;            // 0: belongs to no process, as of a connection that was not accepted yet
};

// At most so many of one table are read, or belong to one process.
inline constexpr std::size_t most_sockets = std::size_t{1} << 16;

// The rows of /proc/PID/net/tcp or tcp6. Lines that are not rows of such a table are left out.
std::vector<Socket> sockets_in_table(std::string_view table);

// Selects the sockets with one of these inodes, which are sorted, and the connections to their listening ones that were
// not accepted yet.
std::vector<Socket> sockets_with(std::span<const Socket> sockets, const std::vector<std::uint64_t> &inodes);

// Returns the sockets of a live process, in its network namespace; nullopt if its descriptors or the tables cannot be
// read.
std::optional<std::vector<Socket>> sockets_of_process(pid_t pid);

}  // namespace corefile
