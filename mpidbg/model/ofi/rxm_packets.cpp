#include "mpidbg/model/ofi/rxm_packets.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/buffer_pool.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::View;
using namespace layout::ofi;

namespace {

// The room for data after the headers of a packet, in every version (RXM_BUF_SIZE's default).
constexpr std::uint64_t packet_data = 16384;

Error bad_packet(Address buffer, const std::string &what) {
  return Error{ErrorCode::corrupt, "the packet of rxm at " + hex(buffer) + " " + what, buffer};
}

// Returns true for the states of a send buffer whose message the receiver has or will get announced.
bool awaits_receiver(std::uint32_t state) {
  return state == constants::rxm_rendezvous_sent || state == constants::rxm_rendezvous_read_awaited ||
         state == constants::rxm_rendezvous_write_awaited;
}

bool is_leaving(std::uint32_t state) {
  return state == constants::rxm_sending || state == constants::rxm_sending_segments;
}

}  // namespace

Status RxmPackets::check() const {
  MPIDBG_ASSIGN(endpoint, View<RxmEndpointLayout>::read(memory_, layouts_.rxm_endpoint, endpoint_));
  const BufferPool received(memory_, layouts_, endpoint.get(&RxmEndpointLayout::rx_pool));
  MPIDBG_TRY(received.check(packet_data + layouts_.rxm_receive_buffer.byte_size));
  const BufferPool sent(memory_, layouts_, endpoint.get(&RxmEndpointLayout::tx_pool));
  return sent.check(packet_data + layouts_.rxm_send_buffer.byte_size);
}

Result<std::optional<std::uint64_t>> RxmPackets::process_of(Address connection) const {
  if (connection.is_null()) return std::optional<std::uint64_t>();
  MPIDBG_ASSIGN(view, View<RxmConnectionLayout>::read(memory_, layouts_.rxm_connection, connection));
  if (view.get(&RxmConnectionLayout::ep) != endpoint_) {
    return Error{ErrorCode::corrupt,
                 "rxm_conn at " + hex(connection) + " is of the endpoint at " +
                     hex(view.get(&RxmConnectionLayout::ep)) + " and not of that at " + hex(endpoint_),
                 connection};
  }
  MPIDBG_ASSIGN(peer, View<PeerLayout>::read(memory_, layouts_.peer, view.get(&RxmConnectionLayout::peer)));
  if (peer.get(&PeerLayout::refcnt) <= 0) {
    return Error{ErrorCode::corrupt, "util_peer_addr at " + hex(peer.address()) + " is not in use", peer.address()};
  }
  const std::uint64_t address = peer.get(&PeerLayout::fi_addr);
  return address == constants::any_address ? std::nullopt : std::optional(address);
}

Result<std::optional<Message>> RxmPackets::message(Address buffer) const {
  MPIDBG_ASSIGN(view, View<RxmReceiveBufferLayout>::read(memory_, layouts_.rxm_receive_buffer, buffer));
  if (view.get(&RxmReceiveBufferLayout::ep) != endpoint_) {
    return bad_packet(buffer, "is of the endpoint at " + hex(view.get(&RxmReceiveBufferLayout::ep)));
  }
  MPIDBG_ASSIGN(packet, view.part(&RxmReceiveBufferLayout::pkt, layouts_.rxm_packet));
  const std::uint8_t type = packet.get(&RxmPacketLayout::type);
  if (type > constants::rxm_rendezvous || packet.get(&RxmPacketLayout::op) != constants::operation_tagged) {
    return bad_packet(buffer, "is of type " + std::to_string(type) + " and operation " +
                                  std::to_string(packet.get(&RxmPacketLayout::op)) + ", which is no tagged message");
  }
  if (type == constants::rxm_segment &&
      (packet.get(&RxmPacketLayout::ctrl_data) & constants::rxm_segment_mask) != constants::rxm_first_segment) {
    return std::optional<Message>();
  }
  Message message;
  message.entry = message.record = buffer;
  message.tag = packet.get(&RxmPacketLayout::tag);
  message.bytes = packet.get(&RxmPacketLayout::size);
  if (message.bytes >= limits::message_bytes) {
    return bad_packet(buffer, "has a message of " + hex(message.bytes) + " bytes");
  }
  if ((packet.get(&RxmPacketLayout::flags) & constants::flag_remote_data) != 0) {
    message.data = packet.get(&RxmPacketLayout::data);
  }
  if (type != constants::rxm_eager) message.number = packet.get(&RxmPacketLayout::msg_id);
  message.rendezvous = type == constants::rxm_rendezvous;
  if (type == constants::rxm_eager) message.payload = packet.address() + layouts_.rxm_packet.byte_size;
  MPIDBG_ASSIGN(source, process_of(view.get(&RxmReceiveBufferLayout::conn)));
  message.source = source;
  return std::optional(message);
}

Listed<RxmPackets::Matched> RxmPackets::matched() const {
  Listed<Matched> result;
  const auto read = [&]() -> Status {
    MPIDBG_ASSIGN(endpoint, View<RxmEndpointLayout>::read(memory_, layouts_.rxm_endpoint, endpoint_));
    MPIDBG_ASSIGN(used, BufferPool(memory_, layouts_, endpoint.get(&RxmEndpointLayout::rx_pool)).in_use());
    for (const Address buffer : used) {
      MPIDBG_ASSIGN(view, View<RxmReceiveBufferLayout>::read(memory_, layouts_.rxm_receive_buffer, buffer));
      const std::optional<Address> own = view.get(&RxmReceiveBufferLayout::recv_entry);
      const Address receive = own ? *own : view.get(&RxmReceiveBufferLayout::peer_entry).value_or(Address());
      if (receive.is_null()) continue;
      // From 2.0 on, this is a message that MPI_Mprobe has taken, or that matches no receive.
      const bool is_waiting = !own && view.get(&RxmReceiveBufferLayout::state) == constants::rxm_receiving;
      MPIDBG_ASSIGN(packet, view.part(&RxmReceiveBufferLayout::pkt, layouts_.rxm_packet));
      if (is_waiting && packet.get(&RxmPacketLayout::type) != constants::rxm_segment) continue;
      const auto found = message(buffer);
      // Buffers that wait for packets keep the contents of earlier ones, which may be of any kind.
      if (found && *found) result.entries.push_back({receive, **found});
    }
    return {};
  };
  if (const Status status = read(); !status) result.problem = status.error();
  return result;
}

Listed<Send> RxmPackets::sends() const {
  Listed<Send> result;
  const auto read = [&]() -> Status {
    MPIDBG_ASSIGN(endpoint, View<RxmEndpointLayout>::read(memory_, layouts_.rxm_endpoint, endpoint_));
    MPIDBG_ASSIGN(used, BufferPool(memory_, layouts_, endpoint.get(&RxmEndpointLayout::tx_pool)).in_use());
    for (const Address buffer : used) {
      MPIDBG_ASSIGN(view, View<RxmSendBufferLayout>::read(memory_, layouts_.rxm_send_buffer, buffer));
      const std::uint32_t state = view.get(&RxmSendBufferLayout::state);
      MPIDBG_ASSIGN(packet, view.part(&RxmSendBufferLayout::pkt, layouts_.rxm_packet));
      if (packet.get(&RxmPacketLayout::op) != constants::operation_tagged) continue;
      if (!awaits_receiver(state) && !is_leaving(state)) continue;
      Send send;
      send.entry = buffer;
      send.context = view.get(&RxmSendBufferLayout::app_context);
      send.tag = packet.get(&RxmPacketLayout::tag);
      send.bytes = packet.get(&RxmPacketLayout::size);
      if (send.bytes >= limits::message_bytes) return bad_packet(buffer, "sends " + hex(send.bytes) + " bytes");
      if ((packet.get(&RxmPacketLayout::flags) & constants::flag_remote_data) != 0) {
        send.data = packet.get(&RxmPacketLayout::data);
      }
      send.number = packet.get(&RxmPacketLayout::msg_id);
      send.rendezvous = awaits_receiver(state);
      result.entries.push_back(send);
    }
    return {};
  };
  if (const Status status = read(); !status) result.problem = status.error();
  return result;
}

}  // namespace mpidbg::model::ofi
