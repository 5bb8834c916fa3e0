#include "mpidbg/model/openmpi/p2p/queues_ob1.h"

#include "mpidbg/model/openmpi/p2p/ob1_comm.h"
#include "mpidbg/model/openmpi/p2p/ob1_messages.h"
#include "mpidbg/model/openmpi/p2p/ob1_requests.h"

namespace mpidbg::model::openmpi {

namespace {

// Walks several lists one after the other.
class ChainedLists {
 public:
  void add(Address list) { lists_.push_back(list); }

  Result<std::optional<Address>> next(const Objects &objects) {
    for (;;) {
      if (!cursor_) {
        if (at_ == lists_.size()) return std::optional<Address>{};
        auto opened = ListCursor::open(objects, lists_[at_++]);
        if (!opened) return std::move(opened).error();
        cursor_ = *opened;
      }
      auto item = cursor_->next();
      if (!item || *item) return item;
      cursor_.reset();
    }
  }

 private:
  std::vector<Address> lists_;
  std::size_t at_ = 0;
  std::optional<ListCursor> cursor_;
};

// Posted receives: from any source, then by peer; then those that are matched and whose data is arriving.
class ReceiveCursor final : public OperationCursor {
 public:
  ReceiveCursor(Ob1Requests requests, Objects &objects, ChainedLists lists, std::vector<Address> arriving)
      : requests_(std::move(requests)), objects_(objects), lists_(std::move(lists)), arriving_(std::move(arriving)) {}

  Result<bool> next(Operation &operation) override {
    if (at_ == 0) {
      MPIDBG_ASSIGN(item, lists_.next(objects_));
      if (item) return requests_.read(*item, Queue::receives, operation);
    }
    while (at_ < arriving_.size()) {
      MPIDBG_ASSIGN(delivered, requests_.read_if_matched(arriving_[at_++], operation));
      if (delivered) return true;
    }
    return false;
  }

 private:
  Ob1Requests requests_;
  Objects &objects_;
  ChainedLists lists_;
  std::vector<Address> arriving_;
  std::size_t at_ = 0;
};

// Requests whose addresses are known.
class RequestCursor final : public OperationCursor {
 public:
  RequestCursor(Ob1Requests requests, Queue queue, std::vector<Address> addresses)
      : requests_(std::move(requests)), queue_(queue), addresses_(std::move(addresses)) {}

  Result<bool> next(Operation &operation) override {
    if (at_ == addresses_.size()) return false;
    return requests_.read(addresses_[at_++], queue_, operation);
  }

 private:
  Ob1Requests requests_;
  Queue queue_;
  std::vector<Address> addresses_;
  std::size_t at_ = 0;
};

// Messages that wait for a receive, in order of arrival peer by peer; then those that came before their turn.
class MessageCursor final : public OperationCursor {
 public:
  MessageCursor(Ob1Messages messages, Objects &objects, ChainedLists lists, std::vector<Address> rings, Queue queue)
      : messages_(std::move(messages)),
        objects_(objects),
        lists_(std::move(lists)),
        rings_(std::move(rings)),
        queue_(queue) {}

  Result<bool> next(Operation &operation) override {
    if (!in_rings_) {
      MPIDBG_ASSIGN(item, lists_.next(objects_));
      if (item) return messages_.read(*item, queue_, operation);
      in_rings_ = true;
      for (const Address head : rings_) MPIDBG_TRY(messages_.collect_ring(head, early_));
    }
    if (at_ == early_.size()) return false;
    MPIDBG_ASSIGN(delivered, messages_.read(early_[at_++], queue_, operation));
    operation.out_of_order = true;
    return delivered;
  }

 private:
  Ob1Messages messages_;
  Objects &objects_;
  ChainedLists lists_;
  std::vector<Address> rings_;
  Queue queue_;
  bool in_rings_ = false;
  std::vector<Address> early_;
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
    lists.add(context.module + module.non_existing_communicator_pending.offset);
    Ob1Messages messages(context, nullptr, nullptr);
    return std::unique_ptr<OperationCursor>(
        std::make_unique<MessageCursor>(std::move(messages), objects, std::move(lists), std::vector<Address>{}, queue));
  }

  MPIDBG_ASSIGN(peers, context.groups.members(communicator->remote_group.address()));
  if (queue == Queue::unexpected) {
    MPIDBG_ASSIGN(record, read_ob1_comm(objects, communicator->handle.address()));
    std::vector<Address> rings;
    for (const Address proc : record ? record->procs : std::vector<Address>{}) {
      if (proc.is_null()) continue;
      MPIDBG_ASSIGN(view, objects.read_object(layouts.ob1_comm_proc, proc));
      lists.add(view.address_of(&Ob1CommProcLayout::unexpected_frags));
      const Address ring = view.get(&Ob1CommProcLayout::frags_cant_match);
      if (!ring.is_null()) rings.push_back(ring);
    }
    return std::unique_ptr<OperationCursor>(std::make_unique<MessageCursor>(
        Ob1Messages(context, communicator, peers), objects, std::move(lists), std::move(rings), queue));
  }

  Ob1Requests requests(context, *communicator, peers);
  MPIDBG_ASSIGN(in_use, context.pool.requests_on(communicator->handle.address()));
  std::vector<Address> addresses = pooled(*in_use, queue);
  if (queue != Queue::receives) {
    return std::unique_ptr<OperationCursor>(
        std::make_unique<RequestCursor>(std::move(requests), queue, std::move(addresses)));
  }
  MPIDBG_ASSIGN(record, read_ob1_comm(objects, communicator->handle.address()));
  if (record) {
    lists.add(record->wild_receives);
    for (const Address proc : record->procs) {
      if (!proc.is_null()) {
        MPIDBG_ASSIGN(view, objects.read_object(layouts.ob1_comm_proc, proc));
        lists.add(view.address_of(&Ob1CommProcLayout::specific_receives));
      }
    }
  }
  return std::unique_ptr<OperationCursor>(
      std::make_unique<ReceiveCursor>(std::move(requests), objects, std::move(lists), std::move(addresses)));
}

}  // namespace mpidbg::model::openmpi
