#include "mpidbg/model/ofi/shared_receives.h"

#include <algorithm>
#include <array>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/buffer_pool.h"
#include "mpidbg/model/ofi/lists.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::View;
using namespace layout::ofi;

namespace {

constexpr std::uint64_t most_parts = 64;  // of a buffer; libfabric's own limits are below 16

Error bad_entry(Address entry, const std::string &what) {
  return Error{ErrorCode::corrupt, "util_rx_entry at " + hex(entry) + " " + what, entry};
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
  MPIDBG_ASSIGN(by_source, queues.part(&SharedReceiveLayout::src_trecv_queues, layouts_.dynamic_array));
  const std::uint64_t item = by_source.get(&DynamicArrayLayout::item_size);
  const std::uint64_t parts = queues.get(&SharedReceiveLayout::iov_limit);
  if (item != layouts_.singly_linked.byte_size || parts == 0 || parts > most_parts) {
    return Error{ErrorCode::corrupt,
                 "util_srx_ctx at " + hex(queues_) + " has queues of " + std::to_string(item) +
                     " bytes and buffers of " + std::to_string(parts) + " parts",
                 queues_};
  }
  const std::uint64_t each_part = 3 * memory_.pointer_size();  // an iovec and a descriptor
  const BufferPool pool(memory_, layouts_, queues.get(&SharedReceiveLayout::rx_pool));
  return pool.check(layouts_.receive_entry.byte_size + parts * each_part);
}

Result<Receive> SharedReceives::receive(Address entry) const {
  MPIDBG_ASSIGN(view, View<ReceiveEntryLayout>::read(memory_, layouts_.receive_entry, entry));
  MPIDBG_ASSIGN(peer, view.part(&ReceiveEntryLayout::peer_entry, layouts_.peer_entry));
  Receive receive;
  receive.entry = entry;
  receive.context = peer.get(&PeerEntryLayout::context);
  receive.tag = peer.get(&PeerEntryLayout::tag);
  receive.ignore = view.get(&ReceiveEntryLayout::ignore);
  const std::uint64_t address = peer.get(&PeerEntryLayout::addr);
  if (address != constants::any_address) receive.source = address;
  const std::uint64_t parts = peer.get(&PeerEntryLayout::count);
  if (parts > most_parts) return bad_entry(entry, "has a buffer of " + std::to_string(parts) + " parts");
  if (parts == 0) return receive;
  MPIDBG_ASSIGN(words, memory_.read_pointers(peer.get(&PeerEntryLayout::iov), 2 * parts, "fi_peer_rx_entry.iov"));
  receive.buffer = words.front();
  for (std::size_t i = 1; i < words.size(); i += 2) {
    const std::uint64_t bytes = words[i].value();
    if (bytes >= limits::message_bytes) return bad_entry(entry, "has a part of " + hex(bytes) + " bytes");
    receive.bytes += bytes;
  }
  return receive;
}

Result<Message> SharedReceives::message(Address entry) const {
  MPIDBG_ASSIGN(view, View<ReceiveEntryLayout>::read(memory_, layouts_.receive_entry, entry));
  MPIDBG_ASSIGN(peer, view.part(&ReceiveEntryLayout::peer_entry, layouts_.peer_entry));
  Message message;
  message.entry = entry;
  message.record = peer.get(&PeerEntryLayout::peer_context);
  message.tag = peer.get(&PeerEntryLayout::tag);
  const std::optional<std::uint64_t> size = peer.get(&PeerEntryLayout::msg_size);
  message.bytes = size ? *size : peer.get(&PeerEntryLayout::size).value_or(0);
  if (message.bytes >= limits::message_bytes) {
    return bad_entry(entry, "has a message of " + hex(message.bytes) + " bytes");
  }
  const std::uint64_t address = peer.get(&PeerEntryLayout::addr);
  if (address != constants::any_address) message.source = address;
  return message;
}

Status SharedReceives::read_queue(Address list, std::optional<std::uint64_t> source, std::vector<Order> &found) const {
  return walk_singly_linked(
      memory_, layouts_.singly_linked, list, "a queue of receives of util_srx_ctx", [&](Address entry) -> Status {
        MPIDBG_ASSIGN(one, receive(entry));
        if (source && one.source != source) {
          return bad_entry(entry, "is in the queue of process " + std::to_string(*source) + " and is for another one");
        }
        MPIDBG_ASSIGN(view, View<ReceiveEntryLayout>::read(memory_, layouts_.receive_entry, entry));
        found.push_back({view.get(&ReceiveEntryLayout::seq_no), one});
        return {};
      });
}

// Reads the queues of the receives from one process. An array of many processes has pieces of some thousand queues,
// most of which are empty.
Status SharedReceives::read_queues_by_source(std::vector<Order> &found) const {
  const Address array = queues_ + layouts_.shared_receive.src_trecv_queues.offset;
  MPIDBG_ASSIGN(chunks, memory_.read_pointers(array + layouts_.dynamic_array.chunk.offset,
                                              constants::dynamic_array_chunks, "ofi_dyn_arr.chunk"));
  const std::uint64_t item = layouts_.singly_linked.byte_size;
  const std::uint64_t words = item / memory_.pointer_size();
  for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
    if (chunks[chunk].is_null()) continue;
    MPIDBG_ASSIGN(lists, memory_.read_pointers(chunks[chunk], constants::dynamic_array_items * words,
                                               "util_srx_ctx.src_trecv_queues"));
    for (std::uint64_t i = 0; i < constants::dynamic_array_items; ++i) {
      if (lists[i * words].is_null()) continue;
      const std::uint64_t source = chunk * constants::dynamic_array_items + i;
      MPIDBG_TRY(read_queue(chunks[chunk] + i * item, source, found));
    }
  }
  return {};
}

Listed<Receive> SharedReceives::posted() const {
  Listed<Receive> result;
  std::vector<Order> found;
  Status status = read_queue(queues_ + layouts_.shared_receive.tag_queue.offset, std::nullopt, found);
  if (const Status others = read_queues_by_source(found); status) status = others;
  std::stable_sort(found.begin(), found.end(), [](const Order &a, const Order &b) { return a.sequence < b.sequence; });
  for (const Order &one : found) result.entries.push_back(one.receive);
  if (!status) result.problem = status.error();
  return result;
}

Listed<Message> SharedReceives::unexpected(const Complete &complete) const {
  Listed<Message> result;
  const auto add = [&](Address entry) -> Status {
    MPIDBG_ASSIGN(one, message(entry));
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
                                                "util_unexp_peer.tag_queue", [&](Address entry) -> Status {
                                                  ++count;
                                                  return add(entry);
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
