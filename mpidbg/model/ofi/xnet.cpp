#include "mpidbg/model/ofi/xnet.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/completions.h"
#include "mpidbg/model/ofi/dynamic_array.h"
#include "mpidbg/model/ofi/lists.h"
#include "mpidbg/model/ofi/xnet_transfers.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::StructLayout;
using layout::View;
using namespace layout::ofi;

namespace {

class Xnet final : public Provider {
 public:
  Xnet(const debugger::Memory &memory, const Layouts &layouts, Address endpoint, Address receives, Address domain)
      : memory_(memory),
        layouts_(layouts),
        endpoint_(endpoint),
        receives_(receives),
        domain_(domain),
        transfers_(memory, layouts) {}

  Status check() const override {
    MPIDBG_ASSIGN(receives, View<XnetReceivesLayout>::read(memory_, layouts_.xnet_receives, receives_));
    MPIDBG_ASSIGN(identifier, receives.as(layouts_.identifier));
    if (identifier.get(&IdentifierLayout::fclass) != constants::class_shared_receive ||
        receives.get(&XnetReceivesLayout::rdm) != endpoint_) {
      return Error{ErrorCode::corrupt,
                   "xnet_srx at " + hex(receives_) + " has another class, or is of the endpoint at " +
                       hex(receives.get(&XnetReceivesLayout::rdm)),
                   receives_};
    }
    const auto none = [](std::uint64_t, Address) { return Status(); };
    MPIDBG_TRY(walk_dynamic_array(memory_, layouts_.dynamic_array,
                                  receives.address_of(&XnetReceivesLayout::src_tag_queues),
                                  layouts_.singly_linked.byte_size, "xnet_srx.src_tag_queues", none));
    const auto is_whole = [](Address) { return Status(); };
    MPIDBG_TRY(walk_ring(memory_, layouts_.link, domain_ + layouts_.xnet_domain.saved_tag_list.offset,
                         "xnet_progress.saved_tag_list", is_whole));
    return walk_ring(memory_, layouts_.link, domain_ + layouts_.xnet_domain.unexp_tag_list.offset,
                     "xnet_progress.unexp_tag_list", is_whole);
  }

  Listed<Receive> posted() const override {
    Listed<Receive> result;
    std::vector<Order> found;
    Status status = read_queue(receives_ + layouts_.xnet_receives.tag_queue.offset, std::nullopt, found);
    const Status others =
        walk_dynamic_array(memory_, layouts_.dynamic_array, receives_ + layouts_.xnet_receives.src_tag_queues.offset,
                           layouts_.singly_linked.byte_size, "xnet_srx.src_tag_queues",
                           [&](std::uint64_t number, Address queue) { return read_queue(queue, number, found); });
    if (status) status = others;
    std::stable_sort(found.begin(), found.end(),
                     [](const Order &a, const Order &b) { return a.sequence < b.sequence; });
    for (const Order &one : found) result.entries.push_back(one.receive);
    if (!status) result.problem = status.error();
    return result;
  }

  Listed<Message> unexpected() const override {
    Listed<Message> result = saved_messages();
    std::erase_if(result.entries, [&](const Message &message) { return !context_of(message).is_null(); });
    Status status = each_stalled([&](Address connected, const Message &message) -> Status {
      MPIDBG_ASSIGN(view, View<XnetConnectedLayout>::read(memory_, layouts_.xnet_connected, connected));
      if (view.get(&XnetConnectedLayout::cur_claim).is_null()) result.entries.push_back(message);
      return {};
    });
    if (!status && !result.problem) result.problem = status.error();
    return result;
  }
  bool is_in_order() const override { return false; }

  // A receive that has matched a message is at the head of the sender's connection until all data is there.
  Listed<Match> matched() const override {
    Listed<Match> result;
    const Status status = each_connection([&](Address connected, std::optional<std::uint64_t>) -> Status {
      MPIDBG_ASSIGN(view, View<XnetConnectedLayout>::read(memory_, layouts_.xnet_connected, connected));
      const Address transfer = view.get(&XnetConnectedLayout::cur_entry);
      if (transfer.is_null()) return {};
      MPIDBG_ASSIGN(message, transfers_.at_head(connected));
      MPIDBG_ASSIGN(entry, View<XnetTransferLayout>::read(memory_, layouts_.xnet_transfer, transfer));
      if (!message || (entry.get(&XnetTransferLayout::ctrl_flags) & constants::xnet_saved) != 0) return {};
      MPIDBG_ASSIGN(receive, transfers_.receive(transfer));
      result.entries.push_back({receive, *message});
      return {};
    });
    if (!status) result.problem = status.error();
    return result;
  }

  Listed<Send> sends() const override {
    Listed<Send> result;
    const Status status = each_connection([&](Address connected, std::optional<std::uint64_t> process) {
      return transfers_.add_sends(connected, process, result.entries);
    });
    if (!status) result.problem = status.error();
    return result;
  }

  Result<Message> taken_by(Address context) const override {
    const Listed<Message> saved = saved_messages();
    for (const Message &message : saved.entries) {
      if (context_of(message) == context) return message;
    }
    std::optional<Message> found;
    MPIDBG_TRY(each_stalled([&](Address connected, const Message &message) -> Status {
      MPIDBG_ASSIGN(view, View<XnetConnectedLayout>::read(memory_, layouts_.xnet_connected, connected));
      if (view.get(&XnetConnectedLayout::cur_claim) == context) found = message;
      return {};
    }));
    if (found) return *found;
    if (saved.problem) return *saved.problem;
    return Error{ErrorCode::not_found, "tcp has no message that was taken with the context at " + hex(context),
                 context};
  }

  // Completions count probes that find nothing, too, so what counts are the receives.
  Result<Transport> progress() const override {
    MPIDBG_ASSIGN(transport, read_completions(memory_, layouts_, endpoint_));
    MPIDBG_ASSIGN(receives, View<XnetReceivesLayout>::read(memory_, layouts_.xnet_receives, receives_));
    transport.counters = {receives.get(&XnetReceivesLayout::tag_seq_no)};
    return transport;
  }

  std::string unseen_messages() const override {
    std::uint64_t stalled = 0;
    const Status status = each_stalled([&](Address, const Message &) { return ++stalled, Status(); });
    if (!status || stalled == 0) return {};
    return "libfabric keeps a limited number of messages of each process, and more may wait behind those of " +
           std::to_string(stalled) + (stalled == 1 ? " process" : " processes");
  }

 private:
  struct Order {
    std::uint64_t sequence = 0;
    Receive receive;
  };

  Status read_queue(Address list, std::optional<std::uint64_t> source, std::vector<Order> &found) const {
    return walk_singly_linked(
        memory_, layouts_.singly_linked, list, "a queue of receives of xnet_srx", [&](Address transfer) -> Status {
          MPIDBG_ASSIGN(receive, transfers_.receive(transfer));
          receive.source = source;
          MPIDBG_ASSIGN(view, View<XnetTransferLayout>::read(memory_, layouts_.xnet_transfer, transfer));
          found.push_back({view.get(&XnetTransferLayout::tag_seq_no), receive});
          return {};
        });
  }

  // Returns all messages that the process keeps, whether or not MPI_Mprobe has taken them.
  Listed<Message> saved_messages() const {
    Listed<Message> result;
    const Status status = walk_ring(memory_, layouts_.link, domain_ + layouts_.xnet_domain.saved_tag_list.offset,
                                    "xnet_progress.saved_tag_list", [&](Address link) -> Status {
                                      return layouts_.xnet_receives.saved_msgs.present
                                                 ? read_saved(link, result.entries)
                                                 : read_saved_of_connection(link, result.entries);
                                    });
    if (!status) result.problem = status.error();
    return result;
  }

  Status read_saved(Address link, std::vector<Message> &messages) const {
    const XnetSavedLayout &layout = layouts_.xnet_saved;
    const Address place = link - layout.entry.offset;
    const Address array = receives_ + layouts_.xnet_receives.saved_msgs.present->offset;
    MPIDBG_ASSIGN(
        source, number_of_item(memory_, layouts_.dynamic_array, array, layout.byte_size, "xnet_srx.saved_msgs", place));
    if (!source) return {};  // of another endpoint of the domain
    MPIDBG_ASSIGN(view, View<XnetSavedLayout>::read(memory_, layout, place));
    return read_messages(view.address_of(&XnetSavedLayout::queue), view.get(&XnetSavedLayout::cnt), source, messages);
  }

  Status read_saved_of_connection(Address link, std::vector<Message> &messages) const {
    const XnetConnectedLayout &layout = layouts_.xnet_connected;
    const Address connected = link - layout.saved_entry.present->offset;
    MPIDBG_ASSIGN(view, View<XnetConnectedLayout>::read(memory_, layout, connected));
    if (view.get(&XnetConnectedLayout::srx) != receives_) return {};
    MPIDBG_ASSIGN(source, transfers_.process_of(connected));
    return read_messages(connected + layout.saved_queue.present->offset, *view.get(&XnetConnectedLayout::saved_cnt),
                         source, messages);
  }

  Status read_messages(Address queue, std::int64_t expected, std::optional<std::uint64_t> source,
                       std::vector<Message> &messages) const {
    std::int64_t count = 0;
    MPIDBG_TRY(walk_singly_linked(memory_, layouts_.singly_linked, queue, "a queue of messages of xnet_srx",
                                  [&](Address transfer) -> Status {
                                    MPIDBG_ASSIGN(message, transfers_.saved(transfer, source));
                                    messages.push_back(message);
                                    return ++count, Status();
                                  }));
    if (count == expected) return {};
    return Error{ErrorCode::corrupt,
                 "the queue of messages of tcp at " + hex(queue) + " counts " + std::to_string(expected) +
                     " messages and has " + std::to_string(count),
                 queue};
  }

  // Returns the context of the MPI_Mprobe that has taken a saved message; null if none has.
  Address context_of(const Message &message) const {
    const auto view = View<XnetTransferLayout>::read(memory_, layouts_.xnet_transfer, message.entry);
    return view ? view->get(&XnetTransferLayout::context) : Address();
  }

  // Visits the connections of this endpoint at whose head is a message that matches no receive.
  template <class Found>
  Status each_stalled(Found &&found) const {
    const XnetConnectedLayout &layout = layouts_.xnet_connected;
    return walk_ring(memory_, layouts_.link, domain_ + layouts_.xnet_domain.unexp_tag_list.offset,
                     "xnet_progress.unexp_tag_list", [&](Address link) -> Status {
                       const Address connected = link - layout.unexp_entry.offset;
                       MPIDBG_ASSIGN(view, View<XnetConnectedLayout>::read(memory_, layout, connected));
                       if (view.get(&XnetConnectedLayout::srx) != receives_) return {};
                       MPIDBG_ASSIGN(message, transfers_.at_head(connected));
                       if (message) return found(connected, *message);
                       return Error{ErrorCode::corrupt,
                                    "xnet_ep at " + hex(connected) + " waits with a tagged message and has none",
                                    connected};
                     });
  }

  // Visits the connections with the addresses of the processes.
  template <class Found>
  Status each_connection(Found &&found) const {
    const Address map = endpoint_ + layouts_.xnet_endpoint.conn_idx_map.offset;
    MPIDBG_ASSIGN(chunks, memory_.read_pointers(map + layouts_.index_map.chunk.offset, constants::index_map_chunks,
                                                "index_map.chunk"));
    for (const Address chunk : chunks) {
      if (chunk.is_null()) continue;
      MPIDBG_ASSIGN(entries, memory_.read_pointers(chunk, constants::index_map_entries, "index_map.chunk"));
      for (const Address entry : entries) {
        if (entry.is_null()) continue;
        MPIDBG_ASSIGN(view, View<XnetConnectionLayout>::read(memory_, layouts_.xnet_connection, entry));
        if (view.get(&XnetConnectionLayout::rdm) != endpoint_) {
          return Error{
              ErrorCode::corrupt,
              "xnet_conn at " + hex(entry) + " is of the endpoint at " + hex(view.get(&XnetConnectionLayout::rdm)),
              entry};
        }
        const Address connected = view.get(&XnetConnectionLayout::ep);
        if (connected.is_null()) continue;
        MPIDBG_ASSIGN(process, transfers_.process_of(connected));
        MPIDBG_TRY(found(connected, process));
      }
    }
    return {};
  }

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address endpoint_;
  const Address receives_;
  const Address domain_;
  const XnetTransfers transfers_;
};

}  // namespace

Result<std::unique_ptr<Provider>> open_xnet(const debugger::Memory &memory, const Layouts &layouts, Address endpoint) {
  const StructLayout *const all[] = {
      &layouts.xnet_endpoint,  &layouts.xnet_receives, &layouts.xnet_domain, &layouts.xnet_connection,
      &layouts.xnet_connected, &layouts.xnet_transfer, &layouts.xnet_header, &layouts.dynamic_array,
      &layouts.index_map,      &layouts.peer};
  MPIDBG_TRY(require(all));
  const StructLayout *const saved[] = {&layouts.xnet_saved};
  if (layouts.xnet_receives.saved_msgs.present) MPIDBG_TRY(require(saved));
  MPIDBG_ASSIGN(view, View<XnetEndpointLayout>::read(memory, layouts.xnet_endpoint, endpoint));
  MPIDBG_ASSIGN(base, view.as(layouts.endpoint));
  return std::unique_ptr<Provider>(std::make_unique<Xnet>(memory, layouts, endpoint, view.get(&XnetEndpointLayout::srx),
                                                          base.get(&EndpointLayout::domain)));
}

}  // namespace mpidbg::model::ofi
