#pragma once
// A TCP socket of a process: what it has not delivered yet.

#include <cstdint>

namespace mqs_shim {

// An address of IPv6, high half first, and a port; IPv4 as ::ffff:a.b.c.d.
struct SocketEnd {
  std::uint64_t high = 0, low = 0;
  std::uint16_t port = 0;
  auto operator<=>(const SocketEnd &) const = default;
};

enum class SocketPhase : std::uint8_t {
  listens,
  connects,  // asked for a connection, and there is no answer
  connected,
  closes  // one of the two ends has closed it
};

struct SocketRecord {
  SocketEnd local, remote;
  SocketPhase phase = SocketPhase::connected;
  bool earlier = false;               // as it was at the look before
  std::uint32_t unacknowledged = 0;   // bytes that were sent and the other end has not acknowledged
  std::uint32_t unread = 0;           // bytes that have arrived and the process has not read
  std::uint32_t retransmissions = 0;  // in a row, without an answer
};

}  // namespace mqs_shim
