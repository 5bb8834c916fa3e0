#pragma once
// Describes a TCP socket of a process and the amount of its undelivered data.

#include <cstdint>

namespace mqs_shim {

// Holds an IPv6 address, with its high half first, and a port. IPv4 addresses have the form ::ffff:a.b.c.d.
struct SocketEnd {
  std::uint64_t high = 0, low = 0;
  std::uint16_t port = 0;
  auto operator<=>(const SocketEnd &) const = default;
};

// Names the state of a connection, as far as the verdict needs it.
enum class SocketPhase : std::uint8_t {
  listens,
  connects,  // a connection was requested, without an answer so far
  connected,
  closes  // one of the two ends has closed the connection
};

// Describes one TCP socket of a process.
struct SocketRecord {
  SocketEnd local, remote;
  SocketPhase phase = SocketPhase::connected;
  bool earlier = false;               // the socket is from the previous look
  std::uint32_t unacknowledged = 0;   // sent bytes that the other end has not acknowledged
  std::uint32_t unread = 0;           // received bytes that the process has not read
  std::uint32_t retransmissions = 0;  // number of consecutive retransmissions without an answer
};

}  // namespace mqs_shim
