#include "corefile/targets/socket_records.h"

#include <optional>

namespace mqs_shim {

namespace {

SocketEnd to_record(const corefile::SocketAddress &address) {
  SocketEnd end;
  for (std::size_t i = 0; i < address.bytes.size(); ++i) {
    std::uint64_t &half = i < address.bytes.size() / 2 ? end.high : end.low;
    half = half << 8 | address.bytes[i];
  }
  end.port = address.port;
  return end;
}

std::optional<SocketPhase> phase_of(corefile::SocketState state) {
  using enum corefile::SocketState;
  switch (state) {
    case listen:
      return SocketPhase::listens;
    case syn_sent:
    case syn_received:
    case new_syn_received:
      return SocketPhase::connects;
    case established:
      return SocketPhase::connected;
    case fin_wait_1:
    case fin_wait_2:
    case close_wait:
    case last_ack:
    case closing:
      return SocketPhase::closes;
    case time_wait:
    case close:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::vector<SocketRecord> to_records(std::span<const corefile::Socket> sockets) {
  std::vector<SocketRecord> records;
  for (const corefile::Socket &socket : sockets) {
    const auto phase = phase_of(socket.state);
    if (!phase) continue;
    SocketRecord &record = records.emplace_back();
    record.local = to_record(socket.local);
    record.remote = to_record(socket.remote);
    record.phase = *phase;
    if (*phase == SocketPhase::listens) continue;
    record.unacknowledged = socket.unacknowledged;
    record.unread = socket.unread;
    record.retransmissions = socket.retransmissions;
  }
  return records;
}

}  // namespace mqs_shim
