#include "mpidbg/model/openmpi/p2p/queues_ob1.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/library/fault_tolerant_cursor.h"
#include "mpidbg/model/openmpi/p2p/ob1_messages.h"
#include "mpidbg/model/openmpi/p2p/ob1_requests.h"

namespace mpidbg::model::openmpi {

namespace {

// Names a list: the messages or receives of one peer, or the receives from any source. For the receives from any
// source, `peer` is empty.
struct PeerList {
  Address list{};
  std::optional<int> peer;
};

struct PeerItem {
  Address item{};
  std::optional<int> peer;
};

// Walks several lists one after the other. After an error in one list, next() continues with the next list.
class ChainedLists {
 public:
  void add(PeerList list) { lists_.push_back(list); }

  Result<std::optional<PeerItem>> next(const Objects &objects) {
    for (;;) {
      if (!cursor_) {
        if (at_ == lists_.size()) return std::optional<PeerItem>{};
        auto opened = ListCursor::open(objects, lists_[at_++].list);
        if (!opened) return std::move(opened).error();
        cursor_ = *opened;
      }
      auto item = cursor_->next();
      if (item && *item) return std::optional<PeerItem>({**item, lists_[at_ - 1].peer});
      cursor_.reset();
      if (!item) return std::move(item).error();
    }
  }

 private:
  std::vector<PeerList> lists_;
  std::size_t at_ = 0;
  std::optional<ListCursor> cursor_;
};

// Delivers posted receives (those from any source, then those from each peer), and then matched receives whose data is
// arriving. `pooled` has the pool's active receives on the communicator; each of them must be delivered.
class ReceiveCursor final : public FaultTolerantCursor {
 public:
  ReceiveCursor(Ob1Requests requests, Objects &objects, ChainedLists lists, std::vector<Address> pooled,
                std::optional<Error> fault)
      : FaultTolerantCursor(std::move(fault)),
        requests_(std::move(requests)),
        objects_(objects),
        lists_(std::move(lists)),
        pooled_(std::move(pooled)),
        sorted_(pooled_),
        is_posted_(pooled_.size()) {
    std::sort(sorted_.begin(), sorted_.end());
  }

 private:
  bool deliver(Operation &operation) override {
    while (!at_pooled_) {
      const auto item = lists_.next(objects_);
      if (!item) {
        note(item.error());
      } else if (!*item) {
        at_pooled_ = 0;
      } else if (const auto read = requests_.read_posted((*item)->item, (*item)->peer, operation); !read) {
        note(read.error());
      } else {
        note(*read);
        mark((*item)->item, operation);
        return true;
      }
    }
    while (*at_pooled_ < pooled_.size()) {
      const Address request = pooled_[(*at_pooled_)++];
      if (is_posted_[place_of(request)]) continue;
      const auto read = requests_.read(request, Queue::receives, operation);
      if (!read) {
        note(read.error());
        continue;
      }
      note(*read);
      if (!operation.matched) {
        note(Error{ErrorCode::corrupt,
                   "the receive at " + hex(request) + " is active and in no list of its communicator", request});
      }
      return true;
    }
    return false;
  }

  // Marks a delivered receive as posted. The receive must be in the pool. Only the request of a probe is not there but
  // on the stack.
  void mark(Address request, const Operation &operation) {
    const std::size_t place = place_of(request);
    if (place < sorted_.size() && sorted_[place] == request) {
      is_posted_[place] = true;
    } else if (!operation.is_probe) {
      note(Error{ErrorCode::corrupt,
                 "the receive at " + hex(request) + " is posted and no active request of its communicator", request});
    }
  }

  std::size_t place_of(Address request) const {
    return static_cast<std::size_t>(std::lower_bound(sorted_.begin(), sorted_.end(), request) - sorted_.begin());
  }

  Ob1Requests requests_;
  Objects &objects_;
  ChainedLists lists_;
  std::vector<Address> pooled_;  // the receives of the pool, in its order
  std::vector<Address> sorted_;
  std::vector<bool> is_posted_;  // for each element of sorted_
  std::optional<std::size_t> at_pooled_;
};

// Delivers requests whose addresses are known.
class RequestCursor final : public FaultTolerantCursor {
 public:
  RequestCursor(Ob1Requests requests, Queue queue, std::vector<Address> addresses, std::optional<Error> fault)
      : FaultTolerantCursor(std::move(fault)),
        requests_(std::move(requests)),
        queue_(queue),
        addresses_(std::move(addresses)) {}

 private:
  bool deliver(Operation &operation) override {
    while (at_ < addresses_.size()) {
      const auto read = requests_.read(addresses_[at_++], queue_, operation);
      note(read ? *read : read.error());
      if (read) return true;
    }
    return false;
  }

  Ob1Requests requests_;
  Queue queue_;
  std::vector<Address> addresses_;
  std::size_t at_ = 0;
};

// Delivers messages that wait for a receive, by peer and in the order of arrival, followed by messages that arrived
// early.
class MessageCursor final : public FaultTolerantCursor {
 public:
  MessageCursor(Ob1Messages messages, Objects &objects, ChainedLists lists, std::vector<PeerItem> rings, Queue queue,
                std::optional<Error> fault)
      : FaultTolerantCursor(std::move(fault)),
        messages_(std::move(messages)),
        objects_(objects),
        lists_(std::move(lists)),
        rings_(std::move(rings)),
        queue_(queue) {}

 private:
  bool deliver(Operation &operation) override {
    while (!in_rings_) {
      const auto item = lists_.next(objects_);
      if (!item) {
        note(item.error());
      } else if (!*item) {
        collect_rings();
      } else if (read(**item, operation)) {
        return true;
      }
    }
    while (at_ < early_.size()) {
      if (!read(early_[at_++], operation)) continue;
      operation.out_of_order = true;
      return true;
    }
    return false;
  }

  void collect_rings() {
    in_rings_ = true;
    for (const PeerItem &ring : rings_) {
      std::vector<Address> messages;
      if (const Status status = messages_.collect_ring(ring.item, messages); !status) note(status.error());
      for (const Address message : messages) early_.push_back({message, ring.peer});
    }
  }

  bool read(const PeerItem &item, Operation &operation) {
    const Status status = messages_.read(item.item, queue_, item.peer, operation);
    if (!status) note(status.error());
    return status.ok();
  }

  Ob1Messages messages_;
  Objects &objects_;
  ChainedLists lists_;
  std::vector<PeerItem> rings_;
  Queue queue_;
  bool in_rings_ = false;
  std::vector<PeerItem> early_;
  std::size_t at_ = 0;
};

std::vector<Address> pooled(const std::vector<LayerRequest> &requests, Queue queue) {
  std::vector<Address> found;
  for (const LayerRequest &request : requests) {
    const bool wanted =
        queue == Queue::inactive ? request.inactive : request.active && request.is_send == (queue == Queue::sends);
    if (wanted) found.push_back(request.request);
  }
  return found;
}

}  // namespace

Result<std::unique_ptr<OperationCursor>> open_ob1_queue(const Ob1Context &context, const Communicator *communicator,
                                                        Queue queue) {
  Objects &objects = context.objects;
  const Layouts &layouts = objects.layouts();
  ChainedLists lists;
  if (queue == Queue::unclaimed) {
    const auto &module = layouts.ob1_module;
    if (!module.resolved()) return Error{ErrorCode::layout, module.problem};
    lists.add({context.module + module.non_existing_communicator_pending.offset, std::nullopt});
    Ob1Messages messages(context, nullptr, nullptr);
    return std::unique_ptr<OperationCursor>(std::make_unique<MessageCursor>(
        std::move(messages), objects, std::move(lists), std::vector<PeerItem>{}, queue, std::nullopt));
  }

  MPIDBG_ASSIGN(peers, context.groups.members(communicator->remote_group.address()));
  if (queue == Queue::unexpected) {
    MPIDBG_ASSIGN(record, context.records.read(communicator->handle.address(), peers->size()));
    std::vector<PeerItem> rings;
    for (const Ob1Peer &peer : record->peers) {
      lists.add({peer.unexpected, peer.rank});
      if (!peer.early.is_null()) rings.push_back({peer.early, peer.rank});
    }
    return std::unique_ptr<OperationCursor>(std::make_unique<MessageCursor>(
        Ob1Messages(context, communicator, peers), objects, std::move(lists), std::move(rings), queue, record->damage));
  }

  Ob1Requests requests(context, *communicator, peers);
  MPIDBG_ASSIGN(in_use, context.pool.requests_on(communicator->handle.address()));
  std::vector<Address> addresses = pooled(*in_use, queue);
  std::optional<Error> fault = context.damage();
  if (queue != Queue::receives) {
    return std::unique_ptr<OperationCursor>(
        std::make_unique<RequestCursor>(std::move(requests), queue, std::move(addresses), std::move(fault)));
  }
  MPIDBG_ASSIGN(record, context.records.read(communicator->handle.address(), peers->size()));
  if (!record->wild_receives.is_null()) lists.add({record->wild_receives, std::nullopt});
  for (const Ob1Peer &peer : record->peers) lists.add({peer.posted, peer.rank});
  if (!fault) fault = record->damage;
  return std::unique_ptr<OperationCursor>(std::make_unique<ReceiveCursor>(
      std::move(requests), objects, std::move(lists), std::move(addresses), std::move(fault)));
}

}  // namespace mpidbg::model::openmpi
