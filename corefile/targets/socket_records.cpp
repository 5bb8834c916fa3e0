#include "corefile/targets/socket_records.h"

#include <optional>

namespace corefile {

namespace {

mqs_shim::SocketEnd to_record(const SocketAddress &address) {
  mqs_shim::SocketEnd end;
  for (std::size_t i = 0; i < address.bytes.size(); ++i) {
    std::uint64_t &half = i < address.bytes.size() / 2 ? end.high : end.low;
    half = half << 8 | address.bytes[i];
  }
  end.port = address.port;
  return end;
}

std::optional<mqs_shim::SocketPhase> phase_of(SocketState state) {
  using enum SocketState;
  switch (state) {
    case listen:
      return mqs_shim::SocketPhase::listens;
    case syn_sent:
    case syn_received:
    case new_syn_received:
      return mqs_shim::SocketPhase::connects;
    case established:
      return mqs_shim::SocketPhase::connected;
    case fin_wait_1:
    case fin_wait_2:
    case close_wait:
    case last_ack:
    case closing:
      return mqs_shim::SocketPhase::closes;
    case time_wait:
    case close:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::vector<mqs_shim::SocketRecord> to_records(std::span<const Socket> sockets) {
  std::vector<mqs_shim::SocketRecord> records;
  for (const Socket &socket : sockets) {
    const auto phase = phase_of(socket.state);
    if (!phase) continue;
    mqs_shim::SocketRecord &record = records.emplace_back();
    record.local = to_record(socket.local);
    record.remote = to_record(socket.remote);
    record.phase = *phase;
    if (*phase == mqs_shim::SocketPhase::listens) continue;
    record.unacknowledged = socket.unacknowledged;
    record.unread = socket.unread;
    record.retransmissions = socket.retransmissions;
  }
  return records;
}

}  // namespace corefile
