#include "mpidbg/model/ofi/shm.h"

#include <unordered_set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/buffers.h"
#include "mpidbg/model/ofi/completions.h"
#include "mpidbg/model/ofi/lists.h"
#include "mpidbg/model/ofi/shared_receives.h"
#include "mpidbg/model/ofi/shm_transfers.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::StructLayout;
using layout::View;
using namespace layout::ofi;

namespace {

// Reads all but the queues, which are of two kinds.
class ShmBase : public Provider {
 public:
  ShmBase(const debugger::Memory &memory, const Layouts &layouts, Address endpoint, Address queues)
      : memory_(memory),
        layouts_(layouts),
        endpoint_(endpoint),
        queues_(queues),
        transfers_(memory, layouts, endpoint) {}

  Listed<Match> matched() const override {
    const Listed<ShmTransfers::Arriving> arriving = transfers_.arriving();
    Listed<Match> result{{}, arriving.problem};
    if (arriving.entries.empty()) return result;
    const Listed<Message> waiting = unexpected();
    std::unordered_set<Address> unmatched;
    for (const Message &message : waiting.entries) unmatched.insert(message.entry);
    if (waiting.problem) return {{}, waiting.problem};
    for (const ShmTransfers::Arriving &one : arriving.entries) {
      if (unmatched.contains(one.entry)) continue;
      const auto receive = read_receive(one.entry);
      if (receive) result.entries.push_back({*receive, one.message});
      if (!receive && !result.problem) result.problem = receive.error();
    }
    return result;
  }
  Listed<Send> sends() const override { return transfers_.sends(); }

  // The commands are counted in shared memory, which core files often lack.
  Result<Transport> progress() const override {
    MPIDBG_ASSIGN(completions, read_completions(memory_, layouts_, endpoint_));
    const auto commands = transfers_.commands();
    if (!commands) return completions;
    return completions.empty ? Transport{commands->counters, completions.empty} : *commands;
  }

 protected:
  virtual Result<Receive> read_receive(Address entry) const = 0;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address endpoint_;
  const Address queues_;
  const ShmTransfers transfers_;
};

class ShmWithOwnQueues final : public ShmBase {
 public:
  using ShmBase::ShmBase;

  Status check() const override {
    MPIDBG_ASSIGN(view, View<ShmReceivesLayout>::read(memory_, layouts_.shm_receives, queues_));
    MPIDBG_ASSIGN(identifier, view.as(layouts_.identifier));
    MPIDBG_ASSIGN(queue, View<IdentifierLayout>::read(memory_, layouts_.identifier, view.get(&ShmReceivesLayout::cq)));
    if (identifier.get(&IdentifierLayout::fclass) != constants::class_shared_receive ||
        identifier.get(&IdentifierLayout::context) != queues_ ||
        queue.get(&IdentifierLayout::fclass) != constants::class_completion_queue) {
      return Error{ErrorCode::corrupt, "smr_srx_ctx at " + hex(queues_) + " has another class, or leads to another one",
                   queues_};
    }
    return {};
  }

  Listed<Receive> posted() const override {
    Listed<Receive> result;
    const Status walked = walk_ring(memory_, layouts_.link, queues_ + layouts_.shm_receives.trecv_queue.offset,
                                    "smr_srx_ctx.trecv_queue", [&](Address entry) -> Status {
                                      MPIDBG_ASSIGN(receive, read_receive(entry));
                                      result.entries.push_back(receive);
                                      return {};
                                    });
    if (!walked) result.problem = walked.error();
    return result;
  }

  Listed<Message> unexpected() const override {
    Listed<Message> result;
    const Status walked = walk_ring(memory_, layouts_.link, queues_ + layouts_.shm_receives.unexp_tagged_queue.offset,
                                    "smr_srx_ctx.unexp_tagged_queue", [&](Address entry) -> Status {
                                      MPIDBG_ASSIGN(message, read_message(entry));
                                      result.entries.push_back(message);
                                      return {};
                                    });
    if (!walked) result.problem = walked.error();
    return result;
  }
  bool is_in_order() const override { return true; }

  Result<Message> taken_by(Address context) const override {
    return Error{ErrorCode::not_supported, "this version of the provider shm lets no call take a message", context};
  }

 private:
  Result<Receive> read_receive(Address entry) const override {
    MPIDBG_ASSIGN(view, View<ShmReceiveLayout>::read(memory_, layouts_.shm_receive, entry));
    MPIDBG_ASSIGN(peer, view.part(&ShmReceiveLayout::peer_entry, layouts_.peer_entry));
    Receive receive;
    receive.entry = entry;
    receive.context = peer.get(&PeerEntryLayout::context);
    receive.tag = peer.get(&PeerEntryLayout::tag);
    receive.ignore = view.get(&ShmReceiveLayout::ignore);
    const std::uint64_t address = peer.get(&PeerEntryLayout::addr);
    if (address != constants::any_address) receive.source = address;
    MPIDBG_TRY(read_buffer(memory_, peer.get(&PeerEntryLayout::iov), peer.get(&PeerEntryLayout::count), receive));
    return receive;
  }

  Result<Message> read_message(Address entry) const {
    MPIDBG_ASSIGN(peer, View<PeerEntryLayout>::read(memory_, layouts_.peer_entry, entry));
    Message message;
    message.entry = entry;
    message.record = peer.get(&PeerEntryLayout::peer_context);
    message.tag = peer.get(&PeerEntryLayout::tag);
    const std::uint64_t address = peer.get(&PeerEntryLayout::addr);
    if (address != constants::any_address) message.source = address;
    MPIDBG_TRY(transfers_.complete(message));
    return message;
  }
};

class ShmWithSharedQueues final : public ShmBase {
 public:
  ShmWithSharedQueues(const debugger::Memory &memory, const Layouts &layouts, Address endpoint, Address queues)
      : ShmBase(memory, layouts, endpoint, queues), shared_(memory, layouts, queues) {}

  Status check() const override { return shared_.check(); }
  Listed<Receive> posted() const override { return shared_.posted(); }
  Listed<Message> unexpected() const override {
    return shared_.unexpected([&](Message &message) { return transfers_.complete(message); });
  }
  bool is_in_order() const override { return false; }

  Result<Message> taken_by(Address context) const override {
    MPIDBG_ASSIGN(record, memory_.read_pointer(context, "fi_context.internal"));
    MPIDBG_ASSIGN(message, shared_.extracted(record));
    MPIDBG_TRY(transfers_.complete(message));
    return message;
  }

 private:
  Result<Receive> read_receive(Address entry) const override { return shared_.receive(entry); }

  const SharedReceives shared_;
};

}  // namespace

Result<std::unique_ptr<Provider>> open_shm(const debugger::Memory &memory, const Layouts &layouts, Address endpoint) {
  const StructLayout *const all[] = {&layouts.shm_endpoint, &layouts.shm_message, &layouts.shm_region,
                                     &layouts.shm_commands, &layouts.peer_entry};
  MPIDBG_TRY(require(all));
  MPIDBG_ASSIGN(view, View<ShmEndpointLayout>::read(memory, layouts.shm_endpoint, endpoint));
  MPIDBG_ASSIGN(srx, View<IdentifierLayout>::read(memory, layouts.identifier, view.get(&ShmEndpointLayout::srx)));
  const Address queues = srx.get(&IdentifierLayout::context);
  if (layouts.shm_receives.resolved()) {
    const StructLayout *const own[] = {&layouts.shm_receive};
    MPIDBG_TRY(require(own));
    return std::unique_ptr<Provider>(std::make_unique<ShmWithOwnQueues>(memory, layouts, endpoint, queues));
  }
  MPIDBG_TRY(require(SharedReceives::needed(layouts)));
  return std::unique_ptr<Provider>(std::make_unique<ShmWithSharedQueues>(memory, layouts, endpoint, queues));
}

}  // namespace mpidbg::model::ofi
