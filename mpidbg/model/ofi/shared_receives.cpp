#include "mpidbg/model/ofi/shared_receives.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/buffer_pool.h"
#include "mpidbg/model/ofi/buffers.h"
#include "mpidbg/model/ofi/dynamic_array.h"
#include "mpidbg/model/ofi/lists.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::View;
using namespace layout::ofi;

namespace {

constexpr std::uint64_t most_parts_of_entry = 64;  // for which an entry has room; libfabric's own limits are below 16

Error bad_entry(Address entry, const std::string &what) {
  return Error{ErrorCode::corrupt, "fi_peer_rx_entry at " + hex(entry) + " " + what, entry};
}

bool is_tagged_receive(const View<PeerEntryLayout> &entry) {
  constexpr std::uint64_t flags = constants::flags_of_receives;
  return (entry.get(&PeerEntryLayout::flags) & flags) == flags;
}

}  // namespace

Status SharedReceives::check() const {
  MPIDBG_ASSIGN(queues, View<SharedReceiveLayout>::read(memory_, layouts_.shared_receive, queues_));
  MPIDBG_ASSIGN(identifier, queues.as(layouts_.identifier));
  if (identifier.get(&IdentifierLayout::fclass) != constants::class_shared_receive ||
      identifier.get(&IdentifierLayout::context) != queues_) {
    return Error{ErrorCode::corrupt, "util_srx_ctx at " + hex(queues_) + " has another class, or leads to another one",
                 queues_};
  }
  const std::uint64_t parts = queues.get(&SharedReceiveLayout::iov_limit);
  if (parts == 0 || parts > most_parts_of_entry) {
    return Error{ErrorCode::corrupt,
                 "util_srx_ctx at " + hex(queues_) + " has buffers of " + std::to_string(parts) + " parts", queues_};
  }
  const auto none = [](std::uint64_t, Address) { return Status(); };
  MPIDBG_TRY(walk_dynamic_array(memory_, layouts_.dynamic_array,
                                queues_ + layouts_.shared_receive.src_trecv_queues.offset,
                                layouts_.singly_linked.byte_size, "util_srx_ctx.src_trecv_queues", none));
  const std::uint64_t each_part = std::uint64_t{3} * memory_.pointer_size();  // an iovec and a descriptor
  const BufferPool pool(memory_, layouts_, queues.get(&SharedReceiveLayout::rx_pool));
  return pool.check(layouts_.receive_entry.byte_size + parts * each_part);
}

Result<View<ReceiveEntryLayout>> SharedReceives::view_of(Address entry) const {
  return View<ReceiveEntryLayout>::read(memory_, layouts_.receive_entry,
                                        entry - layouts_.receive_entry.peer_entry.offset);
}

Result<Receive> SharedReceives::receive(Address entry) const {
  MPIDBG_ASSIGN(view, view_of(entry));
  MPIDBG_ASSIGN(peer, view.part(&ReceiveEntryLayout::peer_entry, layouts_.peer_entry));
  if (!is_tagged_receive(peer)) return bad_entry(entry, "is not a tagged receive");
  Receive receive;
  receive.entry = entry;
  receive.context = peer.get(&PeerEntryLayout::context);
  receive.tag = peer.get(&PeerEntryLayout::tag);
  receive.ignore = view.get(&ReceiveEntryLayout::ignore);
  const std::uint64_t address = peer.get(&PeerEntryLayout::addr);
  if (address != constants::any_address) receive.source = address;
  MPIDBG_TRY(read_buffer(memory_, peer.get(&PeerEntryLayout::iov), peer.get(&PeerEntryLayout::count), receive));
  return receive;
}

Result<Message> SharedReceives::message(Address entry) const {
  MPIDBG_ASSIGN(peer, View<PeerEntryLayout>::read(memory_, layouts_.peer_entry, entry));
  if (!is_tagged_receive(peer)) return bad_entry(entry, "is not a tagged message");
  Message message;
  message.entry = entry;
  message.record = peer.get(&PeerEntryLayout::peer_context);
  message.tag = peer.get(&PeerEntryLayout::tag);
  const std::optional<std::uint64_t> size = peer.get(&PeerEntryLayout::msg_size);
  message.bytes = size ? *size : peer.get(&PeerEntryLayout::size).value_or(0);
  if (message.bytes >= limits::message_bytes) {
    return bad_entry(entry, "has a message of " + hex(message.bytes) + " bytes");
  }
  if ((peer.get(&PeerEntryLayout::flags) & constants::flag_remote_data) != 0) {
    message.data = peer.get(&PeerEntryLayout::cq_data);
  }
  const std::uint64_t address = peer.get(&PeerEntryLayout::addr);
  if (address != constants::any_address) message.source = address;
  return message;
}

Result<Message> SharedReceives::extracted(Address record) const {
  return message(record + layouts_.receive_entry.peer_entry.offset);
}

Status SharedReceives::read_queue(Address list, std::optional<std::uint64_t> source, std::vector<Order> &found) const {
  return walk_singly_linked(
      memory_, layouts_.singly_linked, list, "a queue of receives of util_srx_ctx", [&](Address link) -> Status {
        const Address entry = link + layouts_.receive_entry.peer_entry.offset;
        MPIDBG_ASSIGN(one, receive(entry));
        if (source && one.source != source) {
          return bad_entry(entry, "is in the queue of process " + std::to_string(*source) + " and is for another one");
        }
        // Without directed receives, the addresses are those that the MPI library passed, and have no effect.
        if (!source) one.source.reset();
        MPIDBG_ASSIGN(view, view_of(entry));
        found.push_back({view.get(&ReceiveEntryLayout::seq_no), one});
        return {};
      });
}

Listed<Receive> SharedReceives::posted() const {
  Listed<Receive> result;
  std::vector<Order> found;
  Status status = read_queue(queues_ + layouts_.shared_receive.tag_queue.offset, std::nullopt, found);
  const Status others =
      walk_dynamic_array(memory_, layouts_.dynamic_array, queues_ + layouts_.shared_receive.src_trecv_queues.offset,
                         layouts_.singly_linked.byte_size, "util_srx_ctx.src_trecv_queues",
                         [&](std::uint64_t number, Address item) { return read_queue(item, number, found); });
  if (status) status = others;
  std::stable_sort(found.begin(), found.end(), [](const Order &a, const Order &b) { return a.sequence < b.sequence; });
  for (const Order &one : found) result.entries.push_back(one.receive);
  if (!status) result.problem = status.error();
  return result;
}

Listed<Message> SharedReceives::unexpected(const Complete &complete) const {
  Listed<Message> result;
  const auto add = [&](Address link) -> Status {
    MPIDBG_ASSIGN(one, message(link + layouts_.receive_entry.peer_entry.offset));
    MPIDBG_TRY(complete(one));
    result.entries.push_back(one);
    return {};
  };
  const auto &layout = layouts_.unexpected_peer;
  Status status =
      walk_ring(memory_, layouts_.link, queues_ + layouts_.shared_receive.unexp_peers.offset,
                "util_srx_ctx.unexp_peers", [&](Address link) -> Status {
                  const Address peer = link - layout.entry.offset;
                  MPIDBG_ASSIGN(view, View<UnexpectedPeerLayout>::read(memory_, layout, peer));
                  std::int64_t count = 0;
                  const auto count_only = [&](Address) -> Status { return ++count, Status(); };
                  MPIDBG_TRY(walk_singly_linked(memory_, layouts_.singly_linked, peer + layout.msg_queue.offset,
                                                "util_unexp_peer.msg_queue", count_only));
                  MPIDBG_TRY(walk_singly_linked(memory_, layouts_.singly_linked, peer + layout.tag_queue.offset,
                                                "util_unexp_peer.tag_queue", [&](Address link) -> Status {
                                                  ++count;
                                                  return add(link);
                                                }));
                  if (count == view.get(&UnexpectedPeerLayout::cnt)) return {};
                  return Error{ErrorCode::corrupt,
                               "util_unexp_peer at " + hex(peer) + " counts " +
                                   std::to_string(view.get(&UnexpectedPeerLayout::cnt)) +
                                   " messages, and its queues have " + std::to_string(count),
                               peer};
                });
  const Status others =
      walk_ring(memory_, layouts_.link, queues_ + layouts_.shared_receive.unspec_unexp_tag_queue.offset,
                "util_srx_ctx.unspec_unexp_tag_queue", add);
  if (status) status = others;
  if (!status) result.problem = status.error();
  return result;
}

}  // namespace mpidbg::model::ofi
