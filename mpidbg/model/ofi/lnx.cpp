#include "mpidbg/model/ofi/lnx.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/buffers.h"
#include "mpidbg/model/ofi/completions.h"
#include "mpidbg/model/ofi/lists.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::StructLayout;
using layout::View;
using namespace layout::ofi;

namespace {

Error not_below(const char *what) {
  return Error{ErrorCode::not_supported, std::string(what) + " of the provider lnx are not read"};
}

class Lnx final : public Provider {
 public:
  Lnx(const debugger::Memory &memory, const Layouts &layouts, Address endpoint)
      : memory_(memory), layouts_(layouts), endpoint_(endpoint) {}

  Status check() const override {
    MPIDBG_ASSIGN(view, View<LnxEndpointLayout>::read(memory_, layouts_.lnx_endpoint, endpoint_));
    MPIDBG_ASSIGN(base, view.part(&LnxEndpointLayout::le_ep, layouts_.endpoint));
    if (view.get(&LnxEndpointLayout::le_domain) != base.get(&EndpointLayout::domain)) {
      return Error{ErrorCode::corrupt,
                   "lnx_ep at " + hex(endpoint_) + " has the domains at " +
                       hex(view.get(&LnxEndpointLayout::le_domain)) + " and " + hex(base.get(&EndpointLayout::domain)),
                   endpoint_};
    }
    const auto any = [](Address) { return Status(); };
    MPIDBG_TRY(
        walk_ring(memory_, layouts_.link, view.address_of(&LnxEndpointLayout::receives), "lnx_ep.lqp_recvq", any));
    return walk_ring(memory_, layouts_.link, view.address_of(&LnxEndpointLayout::messages), "lnx_ep.lqp_unexq", any);
  }

  Listed<Receive> posted() const override {
    return listed<Receive>(layouts_.lnx_endpoint.receives.offset, "lnx_ep.lqp_recvq",
                           [&](Address entry) { return read_receive(entry); });
  }
  Listed<Message> unexpected() const override {
    return listed<Message>(layouts_.lnx_endpoint.messages.offset, "lnx_ep.lqp_unexq",
                           [&](Address entry) { return read_message(entry); });
  }
  bool is_in_order() const override { return true; }
  Listed<Match> matched() const override { return {{}, not_below("matched receives")}; }
  Listed<Send> sends() const override { return {{}, not_below("sends")}; }
  Result<Message> taken_by(Address) const override { return not_below("messages that MPI_Mprobe has taken"); }
  Result<Transport> progress() const override { return read_completions(memory_, layouts_, endpoint_); }

 private:
  template <class Entry, class Read>
  Listed<Entry> listed(std::uint64_t offset, const char *what, Read &&read) const {
    Listed<Entry> result;
    const Status walked = walk_ring(memory_, layouts_.link, endpoint_ + offset, what, [&](Address entry) -> Status {
      MPIDBG_ASSIGN(one, read(entry));
      result.entries.push_back(one);
      return {};
    });
    if (!walked) result.problem = walked.error();
    return result;
  }

  Result<Receive> read_receive(Address entry) const {
    MPIDBG_ASSIGN(view, View<LnxEntryLayout>::read(memory_, layouts_.lnx_entry, entry));
    MPIDBG_ASSIGN(peer, view.part(&LnxEntryLayout::rx_entry, layouts_.peer_entry));
    const Address parts = view.address_of(&LnxEntryLayout::rx_iov);
    if (peer.get(&PeerEntryLayout::iov) != parts || !view.get(&LnxEntryLayout::rx_cep).is_null()) {
      return Error{ErrorCode::corrupt, "lnx_rx_entry at " + hex(entry) + " is not a receive", entry};
    }
    Receive receive;
    receive.entry = entry;
    receive.context = peer.get(&PeerEntryLayout::context);
    receive.tag = peer.get(&PeerEntryLayout::tag);
    receive.ignore = view.get(&LnxEntryLayout::rx_ignore);
    const std::uint64_t address = peer.get(&PeerEntryLayout::addr);
    if (address != constants::any_address) receive.source = address;
    MPIDBG_TRY(read_buffer(memory_, parts, peer.get(&PeerEntryLayout::count), receive));
    return receive;
  }

  Result<Message> read_message(Address entry) const {
    MPIDBG_ASSIGN(view, View<LnxEntryLayout>::read(memory_, layouts_.lnx_entry, entry));
    MPIDBG_ASSIGN(peer, view.part(&LnxEntryLayout::rx_entry, layouts_.peer_entry));
    Message message;
    message.entry = entry;
    message.record = peer.get(&PeerEntryLayout::peer_context);
    message.tag = peer.get(&PeerEntryLayout::tag);
    message.bytes = peer.get(&PeerEntryLayout::msg_size).value_or(0);
    if (view.get(&LnxEntryLayout::rx_cep).is_null() || message.bytes >= limits::message_bytes) {
      return Error{ErrorCode::corrupt, "lnx_rx_entry at " + hex(entry) + " is not a message", entry};
    }
    if ((peer.get(&PeerEntryLayout::flags) & constants::flag_remote_data) != 0) {
      message.data = peer.get(&PeerEntryLayout::cq_data);
    }
    return message;
  }

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address endpoint_;
};

}  // namespace

Result<std::unique_ptr<Provider>> open_lnx(const debugger::Memory &memory, const Layouts &layouts, Address endpoint) {
  const StructLayout *const all[] = {&layouts.lnx_endpoint, &layouts.lnx_entry, &layouts.peer_entry};
  MPIDBG_TRY(require(all));
  if (layouts.lnx_endpoint.le_ep.offset != 0) {
    return Error{ErrorCode::not_supported, "the provider lnx of libfabric is read in 2.0 and 2.1 only", endpoint};
  }
  return std::unique_ptr<Provider>(std::make_unique<Lnx>(memory, layouts, endpoint));
}

}  // namespace mpidbg::model::ofi
