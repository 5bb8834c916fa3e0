#include "mpidbg/model/ofi/shm_transfers.h"

#include <unordered_set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/lists.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::View;
using namespace layout::ofi;

namespace {

constexpr std::int64_t most_processes_of_shm = 256;  // SMR_MAX_PEERS
constexpr std::uint64_t most_pending_sends = 1u << 20;
constexpr std::uint64_t largest_region = std::uint64_t{1} << 40;

Error bad_command(Address place, const std::string &what) {
  return Error{ErrorCode::corrupt, "the command of shm at " + hex(place) + " " + what, place};
}

Error not_read(const char *what) {
  return Error{ErrorCode::not_supported,
               std::string(what) + " of the provider shm are not read in this version of libfabric"};
}

}  // namespace

Status ShmTransfers::complete(Message &message) const {
  MPIDBG_ASSIGN(view, View<ShmMessageLayout>::read(memory_, layouts_.shm_message, message.record));
  const std::optional<Address> entry = view.get(&ShmMessageLayout::rx_entry);
  const std::optional<std::uint64_t> tag = view.get(&ShmMessageLayout::tag);
  if (view.get(&ShmMessageLayout::ep) != endpoint_ || (entry && *entry != message.entry) ||
      (tag && *tag != message.tag)) {
    return Error{ErrorCode::corrupt,
                 "the entry of shm at " + hex(message.entry) + " has the record at " + hex(message.record) +
                     ", which is that of another message",
                 message.entry};
  }
  const auto source = view.get(&ShmMessageLayout::op_src);
  if (!source) return {};
  message.rendezvous = *source > constants::shm_injected;
  message.bytes = view.get(&ShmMessageLayout::size).value_or(0);
  if (message.bytes >= limits::message_bytes)
    return bad_command(message.record, "has " + hex(message.bytes) + " bytes");
  message.data.reset();
  if ((view.get(&ShmMessageLayout::op_flags).value_or(0) & constants::shm_remote_data) != 0) {
    message.data = view.get(&ShmMessageLayout::data);
  }
  return {};
}

Listed<ShmTransfers::Arriving> ShmTransfers::arriving() const {
  Listed<Arriving> result;
  const ShmArrivingLayout *layout = &layouts_.shm_pending;
  if (!layout->resolved()) layout = &layouts_.shm_former_arriving;
  if (!layout->resolved()) {
    result.problem = not_read("matched receives");
    return result;
  }
  const Status walked = walk_ring(memory_, layouts_.link, endpoint_ + layouts_.shm_endpoint.sar_list.offset,
                                  "smr_ep.sar_list", [&](Address place) -> Status {
                                    MPIDBG_ASSIGN(view, View<ShmArrivingLayout>::read(memory_, *layout, place));
                                    Arriving one;
                                    one.entry = view.get(&ShmArrivingLayout::rx_entry);
                                    one.message.entry = one.message.record = place;
                                    one.message.tag = view.get(&ShmArrivingLayout::tag);
                                    one.message.bytes = view.get(&ShmArrivingLayout::size);
                                    if (one.message.bytes >= limits::message_bytes) {
                                      return bad_command(place, "has " + hex(one.message.bytes) + " bytes");
                                    }
                                    if ((view.get(&ShmArrivingLayout::op_flags) & constants::shm_remote_data) != 0) {
                                      one.message.data = view.get(&ShmArrivingLayout::data);
                                    }
                                    if (const auto process = process_of(view.get(&ShmArrivingLayout::id)))
                                      one.message.source = *process;
                                    result.entries.push_back(one);
                                    return {};
                                  });
  if (!walked) result.problem = walked.error();
  return result;
}

Listed<Send> ShmTransfers::sends() const {
  Listed<Send> result;
  const auto read = [&]() -> Status {
    MPIDBG_ASSIGN(endpoint, View<ShmEndpointLayout>::read(memory_, layouts_.shm_endpoint, endpoint_));
    const std::optional<Address> present = endpoint.get(&ShmEndpointLayout::tx_fs);
    const std::optional<Address> stack = present ? present : endpoint.get(&ShmEndpointLayout::pend_fs);
    const ShmSendStackLayout &layout =
        present ? static_cast<const ShmSendStackLayout &>(layouts_.shm_send_stack) : layouts_.shm_former_send_stack;
    const ShmSendElementLayout &element = present ? static_cast<const ShmSendElementLayout &>(layouts_.shm_send_element)
                                                  : layouts_.shm_former_send_element;
    if (!stack || !layouts_.shm_send.resolved() || !element.resolved()) return not_read("sends");
    MPIDBG_ASSIGN(view, View<ShmSendStackLayout>::read(memory_, layout, *stack));
    const std::uint64_t count = view.get(&ShmSendStackLayout::size), pitch = element.byte_size;
    const Address first = view.address_of(&ShmSendStackLayout::entry) + element.buf.offset;
    if (count > most_pending_sends) {
      return Error{ErrorCode::corrupt, "smr_tx_fs at " + hex(*stack) + " has " + hex(count) + " elements", *stack};
    }
    std::unordered_set<Address> unused;
    for (Address next = view.get(&ShmSendStackLayout::next); !next.is_null();) {
      const std::uint64_t distance = next + memory_.pointer_size() - first;
      if (distance % pitch != 0 || distance / pitch >= count || !unused.insert(next).second) {
        return Error{ErrorCode::corrupt, "the free elements of smr_tx_fs at " + hex(*stack) + " lead to " + hex(next),
                     next};
      }
      MPIDBG_ASSIGN(after, memory_.read_pointer(next, "smr_tx_fs.next"));
      next = after;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      const Address place = first + i * pitch;
      if (unused.contains(place - memory_.pointer_size())) continue;
      MPIDBG_ASSIGN(entry, View<ShmSendLayout>::read(memory_, layouts_.shm_send, place));
      if (entry.get(&ShmSendLayout::op) != constants::shm_tagged) continue;
      Send send;
      send.entry = place;
      send.context = entry.get(&ShmSendLayout::context);
      send.tag = entry.get(&ShmSendLayout::tag);
      send.bytes = entry.get(&ShmSendLayout::size);
      if (send.bytes >= limits::message_bytes) return bad_command(place, "has " + hex(send.bytes) + " bytes");
      if ((entry.get(&ShmSendLayout::op_flags) & constants::shm_remote_data) != 0) {
        send.data = entry.get(&ShmSendLayout::data);
      }
      if (const auto process = process_of(entry.get(&ShmSendLayout::peer_id))) send.destination = *process;
      send.rendezvous = true;
      result.entries.push_back(send);
    }
    return {};
  };
  if (const Status status = read(); !status) result.problem = status.error();
  return result;
}

Result<std::optional<std::uint64_t>> ShmTransfers::process_of(std::int64_t number) const {
  if (number < 0 || number >= most_processes_of_shm || !layouts_.shm_peer.resolved()) {
    return std::optional<std::uint64_t>();
  }
  MPIDBG_ASSIGN(endpoint, View<ShmEndpointLayout>::read(memory_, layouts_.shm_endpoint, endpoint_));
  std::optional<Address> map = endpoint.get(&ShmEndpointLayout::map);
  if (!map) {
    MPIDBG_ASSIGN(region,
                  View<ShmRegionLayout>::read(memory_, layouts_.shm_region, endpoint.get(&ShmEndpointLayout::region)));
    map = region.get(&ShmRegionLayout::map);
  }
  if (!map || map->is_null()) return std::optional<std::uint64_t>();
  const Address place =
      *map + layouts_.shm_peers.peers.offset + static_cast<std::uint64_t>(number) * layouts_.shm_peer.byte_size;
  MPIDBG_ASSIGN(peer, View<ShmPeerLayout>::read(memory_, layouts_.shm_peer, place));
  const std::uint64_t address = peer.get(&ShmPeerLayout::fiaddr);
  return address == constants::any_address ? std::nullopt : std::optional(address);
}

Result<Transport> ShmTransfers::commands() const {
  MPIDBG_ASSIGN(endpoint, View<ShmEndpointLayout>::read(memory_, layouts_.shm_endpoint, endpoint_));
  const Address place = endpoint.get(&ShmEndpointLayout::region);
  MPIDBG_ASSIGN(region, View<ShmRegionLayout>::read(memory_, layouts_.shm_region, place));
  const std::uint64_t offset = region.get(&ShmRegionLayout::cmd_queue_offset);
  if (offset >= largest_region) {
    return Error{ErrorCode::corrupt, "smr_region at " + hex(place) + " has its commands " + hex(offset) + " bytes off",
                 place};
  }
  MPIDBG_ASSIGN(queue, View<ShmCommandsLayout>::read(memory_, layouts_.shm_commands, place + offset));
  const std::optional<std::uint64_t> former = queue.get(&ShmCommandsLayout::rcnt);
  const auto read = former ? former : queue.get(&ShmCommandsLayout::read_pos);
  const auto written = former ? queue.get(&ShmCommandsLayout::wcnt) : queue.get(&ShmCommandsLayout::write_pos);
  if (!read || !written) {
    return Error{ErrorCode::not_supported, "the commands of shm are not counted in a known way", queue.address()};
  }
  Transport transport;
  transport.counters = {*read, *written};
  if (transport.counters[0] != transport.counters[1]) {
    transport.empty = false;
  } else if (!layouts_.shm_endpoint.map.present) {
    transport.empty = true;  // from 2.5 on, senders keep commands for which the queue has no room
  }
  return transport;
}

}  // namespace mpidbg::model::ofi
