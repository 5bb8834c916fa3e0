#pragma once
// Represents a point-to-point layer whose memory this project does not read. It provides the layer's name and the
// reason why nothing can be seen.

#include <string>
#include <utility>

#include "mpidbg/model/openmpi/p2p/layer.h"

namespace mpidbg::model::openmpi {

class UnreadLayer final : public PointToPointLayer {
 public:
  // `no_queues` and `no_requests` are sentences that explain why queues and requests cannot be seen.
  UnreadLayer(std::string name, std::string no_queues, std::string no_requests)
      : name_(std::move(name)), no_queues_(std::move(no_queues)), no_requests_(std::move(no_requests)) {}

  std::string name() const override { return name_; }
  Visibility queue(Queue) const override { return Visibility::nothing(no_queues_); }
  Visibility requests_seen() const override { return Visibility::nothing(no_requests_); }
  Visibility messages_seen() const override { return Visibility::nothing(no_queues_); }

  Result<const std::vector<LayerRequest> *> requests() override { return unread(no_requests_); }
  Result<const std::vector<LayerRequest> *> requests_on(Address) override { return unread(no_requests_); }
  Result<const LayerRequest *> find(Address) override { return unread(no_requests_); }
  // Accepts requests that are complete or waited for, because these are in use. Other requests may be free: free
  // requests look like those in use.
  Status check_unlisted(const Request &request) const override {
    if (request.complete || !request.waiter.is_null()) return {};
    return Error{ErrorCode::not_supported, no_requests_, request.handle.address()};
  }
  Status read_request(Address, Request &) override { return unread(no_requests_); }
  Status read_message(Message &) override { return unread(no_queues_); }
  Result<std::unique_ptr<OperationCursor>> open_queue(const Communicator *, Queue) override {
    return unread(no_queues_);
  }

 private:
  static Error unread(const std::string &reason) { return {ErrorCode::not_supported, reason}; }

  const std::string name_, no_queues_, no_requests_;
};

}  // namespace mpidbg::model::openmpi
