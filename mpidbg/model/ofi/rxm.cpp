#include "mpidbg/model/ofi/rxm.h"

#include <unordered_set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/completions.h"
#include "mpidbg/model/ofi/lists.h"
#include "mpidbg/model/ofi/rxm_packets.h"
#include "mpidbg/model/ofi/shared_receives.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::StructLayout;
using layout::View;
using layout::ofi::Layouts;
using namespace layout::ofi;

namespace {

// Reads all but the queues, which are of two kinds.
class RxmBase : public Provider {
 public:
  RxmBase(const debugger::Memory &memory, const Layouts &layouts, Address endpoint)
      : memory_(memory), layouts_(layouts), endpoint_(endpoint), packets_(memory, layouts, endpoint) {}

  Listed<Match> matched() const override {
    const Listed<RxmPackets::Matched> found = packets_.matched();
    Listed<Match> result{{}, found.problem};
    // From 2.0 on, a message without a receive has an entry, too.
    const Listed<Message> waiting = unexpected();
    std::unordered_set<Address> unmatched;
    for (const Message &message : waiting.entries) unmatched.insert(message.entry);
    if (waiting.problem) return {{}, waiting.problem};
    for (const RxmPackets::Matched &one : found.entries) {
      if (unmatched.contains(one.receive)) continue;
      const auto receive = read_receive(one.receive);
      if (receive) result.entries.push_back({*receive, one.message});
      if (!receive && !result.problem) result.problem = receive.error();
    }
    return result;
  }
  Listed<Send> sends() const override { return packets_.sends(); }
  // The completions of tcp's connections count the packets, and those of rxm also the probes that find nothing.
  // Connections of other providers count nothing there.
  Result<Transport> progress() const override {
    MPIDBG_ASSIGN(own, read_completions(memory_, layouts_, endpoint_));
    MPIDBG_ASSIGN(view, View<RxmEndpointLayout>::read(memory_, layouts_.rxm_endpoint, endpoint_));
    const Address queue = view.get(&RxmEndpointLayout::msg_cq);
    const auto packets = read_completion_queue(memory_, layouts_, queue);
    if (!packets) return own;
    MPIDBG_ASSIGN(below, View<CompletionQueueLayout>::read(memory_, layouts_.completion_queue, queue));
    const auto provider = provider_of(memory_, layouts_, below.get(&CompletionQueueLayout::domain));
    if (!provider || (*provider != "tcp" && *provider != "net")) return own;
    own.counters = packets->counters;
    if (packets->empty) own.empty = packets->empty;
    return own;
  }

 protected:
  virtual Result<Receive> read_receive(Address entry) const = 0;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address endpoint_;
  const RxmPackets packets_;
};

class RxmWithOwnQueues final : public RxmBase {
 public:
  RxmWithOwnQueues(const debugger::Memory &memory, const Layouts &layouts, Address endpoint)
      : RxmBase(memory, layouts, endpoint), queue_(endpoint + layouts.rxm_endpoint.trecv_queue.present->offset) {}

  Status check() const override {
    MPIDBG_ASSIGN(queue, View<RxmReceiveQueueLayout>::read(memory_, layouts_.rxm_receive_queue, queue_));
    if (queue.get(&RxmReceiveQueueLayout::rxm_ep) != endpoint_) {
      return Error{ErrorCode::corrupt,
                   "rxm_ep.trecv_queue at " + hex(queue_) + " is of the endpoint at " +
                       hex(queue.get(&RxmReceiveQueueLayout::rxm_ep)),
                   queue_};
    }
    return packets_.check();
  }

  Listed<Receive> posted() const override {
    Listed<Receive> result;
    const Status walked = walk_ring(memory_, layouts_.link, queue_ + layouts_.rxm_receive_queue.recv_list.offset,
                                    "rxm_recv_queue.recv_list", [&](Address link) -> Status {
                                      MPIDBG_ASSIGN(receive, read_receive(link - layouts_.rxm_receive.entry.offset));
                                      result.entries.push_back(receive);
                                      return {};
                                    });
    if (!walked) result.problem = walked.error();
    return result;
  }

  Listed<Message> unexpected() const override {
    Listed<Message> result;
    const std::uint64_t offset = layouts_.rxm_receive_buffer.unexp_entry.present->offset;
    const Status walked = walk_ring(memory_, layouts_.link, queue_ + layouts_.rxm_receive_queue.unexp_msg_list.offset,
                                    "rxm_recv_queue.unexp_msg_list", [&](Address link) -> Status {
                                      MPIDBG_ASSIGN(message, packets_.message(link - offset));
                                      if (message) result.entries.push_back(*message);
                                      return {};
                                    });
    if (!walked) result.problem = walked.error();
    return result;
  }
  bool is_in_order() const override { return true; }

  Result<Message> taken_by(Address context) const override {
    MPIDBG_ASSIGN(record, memory_.read_pointer(context, "fi_context.internal"));
    MPIDBG_ASSIGN(message, packets_.message(record));
    if (message) return *message;
    return Error{ErrorCode::not_found, "the packet of rxm at " + hex(record) + " is not the first of a message",
                 record};
  }

 private:
  Result<Receive> read_receive(Address entry) const override {
    MPIDBG_ASSIGN(view, View<RxmReceiveLayout>::read(memory_, layouts_.rxm_receive, entry));
    Receive receive;
    receive.entry = entry;
    receive.context = view.get(&RxmReceiveLayout::context);
    receive.tag = view.get(&RxmReceiveLayout::tag);
    receive.ignore = view.get(&RxmReceiveLayout::ignore);
    receive.bytes = view.get(&RxmReceiveLayout::total_len);
    const std::uint64_t address = view.get(&RxmReceiveLayout::addr);
    if (address != constants::any_address) receive.source = address;
    if (view.get(&RxmReceiveLayout::recv_queue) != queue_ || receive.bytes >= limits::message_bytes) {
      return Error{ErrorCode::corrupt,
                   "rxm_recv_entry at " + hex(entry) + " is of the queue at " +
                       hex(view.get(&RxmReceiveLayout::recv_queue)) + " and has " + hex(receive.bytes) + " bytes",
                   entry};
    }
    if (view.get(&RxmReceiveLayout::count) != 0) {
      MPIDBG_ASSIGN(buffer,
                    memory_.read_pointer(entry + layouts_.rxm_receive.iov.offset, "rxm_recv_entry.rxm_iov.iov"));
      receive.buffer = buffer;
    }
    return receive;
  }

  const Address queue_;
};

class RxmWithSharedQueues final : public RxmBase {
 public:
  RxmWithSharedQueues(const debugger::Memory &memory, const Layouts &layouts, Address endpoint, Address queues)
      : RxmBase(memory, layouts, endpoint), queues_(memory, layouts, queues) {}

  Status check() const override {
    MPIDBG_TRY(queues_.check());
    return packets_.check();
  }
  Listed<Receive> posted() const override { return queues_.posted(); }
  Listed<Message> unexpected() const override {
    return queues_.unexpected([&](Message &message) { return complete(message); });
  }
  bool is_in_order() const override { return false; }

  Result<Message> taken_by(Address context) const override {
    MPIDBG_ASSIGN(record, memory_.read_pointer(context, "fi_context.internal"));
    MPIDBG_ASSIGN(message, queues_.extracted(record));
    MPIDBG_TRY(complete(message));
    return message;
  }

 private:
  // Adds what the packet of a message says. Each of the two names the other.
  Status complete(Message &message) const {
    MPIDBG_ASSIGN(view, View<RxmReceiveBufferLayout>::read(memory_, layouts_.rxm_receive_buffer, message.record));
    MPIDBG_ASSIGN(packet, packets_.message(message.record));
    if (view.get(&RxmReceiveBufferLayout::peer_entry) != message.entry || !packet || packet->tag != message.tag) {
      return Error{ErrorCode::corrupt,
                   "util_rx_entry at " + hex(message.entry) + " has the packet at " + hex(message.record) +
                       ", which is that of another message",
                   message.entry};
    }
    message.data = packet->data;
    message.number = packet->number;
    message.bytes = packet->bytes;
    message.rendezvous = packet->rendezvous;
    message.payload = packet->payload;
    if (packet->source) message.source = packet->source;
    return {};
  }
  Result<Receive> read_receive(Address entry) const override { return queues_.receive(entry); }

  const SharedReceives queues_;
};

}  // namespace

Result<std::unique_ptr<Provider>> open_rxm(const debugger::Memory &memory, const Layouts &layouts, Address endpoint) {
  const StructLayout *const all[] = {&layouts.rxm_endpoint, &layouts.rxm_receive_buffer, &layouts.rxm_send_buffer,
                                     &layouts.rxm_packet,   &layouts.rxm_connection,     &layouts.peer};
  MPIDBG_TRY(require(all));
  if (layouts.rxm_endpoint.trecv_queue.present) {
    const StructLayout *const own[] = {&layouts.rxm_receive_queue, &layouts.rxm_receive};
    MPIDBG_TRY(require(own));
    return std::unique_ptr<Provider>(std::make_unique<RxmWithOwnQueues>(memory, layouts, endpoint));
  }
  MPIDBG_TRY(require(SharedReceives::needed(layouts)));
  MPIDBG_ASSIGN(view, View<RxmEndpointLayout>::read(memory, layouts.rxm_endpoint, endpoint));
  const Address queues = view.get(&RxmEndpointLayout::srx).value_or(Address());
  return std::unique_ptr<Provider>(std::make_unique<RxmWithSharedQueues>(memory, layouts, endpoint, queues));
}

}  // namespace mpidbg::model::ofi
