#include "mpidbg/model/ofi/xnet_transfers.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/model/ofi/buffers.h"
#include "mpidbg/model/ofi/lists.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::View;
using namespace layout::ofi;

namespace {

constexpr std::uint64_t header_word = 8;  // bytes of the tag, and of the data for the completion, after the header

Error bad_header(Address place, const std::string &what) {
  return Error{ErrorCode::corrupt, "xnet_base_hdr at " + hex(place) + " " + what, place};
}

}  // namespace

Result<XnetTransfers::Header> XnetTransfers::header(Address place) const {
  MPIDBG_ASSIGN(view, View<XnetHeaderLayout>::read(memory_, layouts_.xnet_header, place));
  Header header;
  const std::uint8_t operation = view.get(&XnetHeaderLayout::op);
  header.is_announcement = operation == constants::xnet_tagged_announcement;
  header.is_tagged = operation == constants::xnet_tagged || header.is_announcement;
  if (!header.is_tagged) return header;
  const bool has_data = (view.get(&XnetHeaderLayout::flags) & constants::has_remote_data) != 0;
  const std::uint64_t words = 1 + std::uint64_t{has_data} + std::uint64_t{header.is_announcement};
  const std::uint64_t size = view.get(&XnetHeaderLayout::size), own = layouts_.xnet_header.byte_size;
  if (view.get(&XnetHeaderLayout::hdr_size) != own + words * header_word) {
    return bad_header(place, "has " + std::to_string(view.get(&XnetHeaderLayout::hdr_size)) +
                                 " bytes, and a tagged message has " + std::to_string(own + words * header_word));
  }
  std::vector<std::byte> bytes(words * header_word);
  MPIDBG_TRY(memory_.read(place + own, bytes, "the header of a message of tcp"));
  const auto word = [&](std::uint64_t number) {
    return decode_unsigned(std::span<const std::byte>(bytes).subspan(number * header_word, header_word),
                           memory_.byte_order());
  };
  if (has_data) header.data = word(0);
  header.tag = word(has_data ? 1 : 0);
  const std::uint64_t header_bytes = own + words * header_word;
  if (!header.is_announcement && size < header_bytes) {
    return bad_header(place, "is longer than its message of " + std::to_string(size) + " bytes");
  }
  header.bytes = header.is_announcement ? word(words - 1) : size - header_bytes;
  if (header.bytes < limits::message_bytes) return header;
  return bad_header(place, "has a message of " + hex(header.bytes) + " bytes");
}

Result<Receive> XnetTransfers::receive(Address transfer) const {
  MPIDBG_ASSIGN(view, View<XnetTransferLayout>::read(memory_, layouts_.xnet_transfer, transfer));
  constexpr std::uint64_t flags = constants::flags_of_receives;
  if ((view.get(&XnetTransferLayout::cq_flags) & flags) != flags) {
    return Error{ErrorCode::corrupt, "xnet_xfer_entry at " + hex(transfer) + " is not a receive", transfer};
  }
  Receive receive;
  receive.entry = transfer;
  receive.context = view.get(&XnetTransferLayout::context);
  receive.tag = view.get(&XnetTransferLayout::tag);
  receive.ignore = view.get(&XnetTransferLayout::ignore);
  MPIDBG_TRY(
      read_buffer(memory_, view.address_of(&XnetTransferLayout::iov), view.get(&XnetTransferLayout::iov_cnt), receive));
  return receive;
}

Result<Message> XnetTransfers::saved(Address transfer, std::optional<std::uint64_t> source) const {
  MPIDBG_ASSIGN(view, View<XnetTransferLayout>::read(memory_, layouts_.xnet_transfer, transfer));
  MPIDBG_ASSIGN(header, this->header(view.address_of(&XnetTransferLayout::hdr)));
  if (!header.is_tagged || header.tag != view.get(&XnetTransferLayout::tag) ||
      (view.get(&XnetTransferLayout::ctrl_flags) & constants::xnet_saved) == 0) {
    return Error{ErrorCode::corrupt,
                 "xnet_xfer_entry at " + hex(transfer) + " has tag " + hex(view.get(&XnetTransferLayout::tag)) +
                     ", and its header says that it is another message",
                 transfer};
  }
  Message message;
  message.entry = message.record = transfer;
  message.tag = header.tag;
  message.data = header.data;
  message.bytes = header.bytes;
  message.source = source;
  message.rendezvous = header.is_announcement;
  return message;
}

Result<std::optional<Message>> XnetTransfers::at_head(Address connected) const {
  MPIDBG_ASSIGN(view, View<XnetConnectedLayout>::read(memory_, layouts_.xnet_connected, connected));
  const std::uint64_t there = view.get(&XnetConnectedLayout::cur_hdr_done);
  if (there == 0 || there != view.get(&XnetConnectedLayout::cur_hdr_len)) return std::optional<Message>();
  MPIDBG_ASSIGN(header, this->header(view.address_of(&XnetConnectedLayout::cur_header)));
  if (!header.is_tagged) return std::optional<Message>();
  MPIDBG_ASSIGN(source, process_of(connected));
  Message message;
  message.entry = message.record = connected;
  message.tag = header.tag;
  message.data = header.data;
  message.bytes = header.bytes;
  message.source = source;
  message.rendezvous = header.is_announcement;
  return std::optional(message);
}

Result<std::optional<Send>> XnetTransfers::send(Address transfer, std::optional<std::uint64_t> destination) const {
  MPIDBG_ASSIGN(view, View<XnetTransferLayout>::read(memory_, layouts_.xnet_transfer, transfer));
  if ((view.get(&XnetTransferLayout::ctrl_flags) & constants::xnet_internal) != 0) return std::optional<Send>();
  MPIDBG_ASSIGN(header, this->header(view.address_of(&XnetTransferLayout::hdr)));
  if (!header.is_tagged) return std::optional<Send>();
  Send send;
  send.entry = transfer;
  send.context = view.get(&XnetTransferLayout::context);
  send.tag = header.tag;
  send.bytes = header.bytes;
  send.data = header.data;
  send.destination = destination;
  return std::optional(send);
}

Status XnetTransfers::add_sends(Address connected, std::optional<std::uint64_t> destination,
                                std::vector<Send> &sends) const {
  MPIDBG_ASSIGN(view, View<XnetConnectedLayout>::read(memory_, layouts_.xnet_connected, connected));
  const auto add = [&](Address transfer) -> Status {
    MPIDBG_ASSIGN(found, send(transfer, destination));
    if (found) sends.push_back(*found);
    return {};
  };
  MPIDBG_TRY(walk_singly_linked(memory_, layouts_.singly_linked, view.address_of(&XnetConnectedLayout::need_ack_queue),
                                "xnet_ep.need_ack_queue", add));
  if (const Address current = view.get(&XnetConnectedLayout::sending); !current.is_null()) MPIDBG_TRY(add(current));
  return walk_singly_linked(memory_, layouts_.singly_linked, view.address_of(&XnetConnectedLayout::tx_queue),
                            "xnet_ep.tx_queue", add);
}

Result<std::optional<std::uint64_t>> XnetTransfers::process_of(Address connected) const {
  MPIDBG_ASSIGN(view, View<XnetConnectedLayout>::read(memory_, layouts_.xnet_connected, connected));
  const Address place = view.get(&XnetConnectedLayout::peer);
  if (place.is_null()) return std::optional<std::uint64_t>();
  MPIDBG_ASSIGN(peer, View<PeerLayout>::read(memory_, layouts_.peer, place));
  if (peer.get(&PeerLayout::refcnt) <= 0) {
    return Error{ErrorCode::corrupt, "util_peer_addr at " + hex(place) + " is not in use", place};
  }
  const std::uint64_t address = peer.get(&PeerLayout::fi_addr);
  return address == constants::any_address ? std::nullopt : std::optional(address);
}

}  // namespace mpidbg::model::ofi
