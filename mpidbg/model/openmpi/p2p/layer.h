#pragma once
// A point-to-point layer of Open MPI: a component of its framework pml. Which one a process uses is determined once,
// when it is attached to; everything that depends on it asks this object. choose_layer.h lists the layers that are
// known.

#include <memory>
#include <string>
#include <vector>

#include "mpidbg/model/library/queues.h"
#include "mpidbg/model/mpit/variable_value.h"
#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/objects/request.h"

namespace mpidbg::model::openmpi {

// A request as the layer's own table has it, before its record is read.
struct LayerRequest {
  Address request{};
  Address communicator{};
  Address datatype{};
  bool is_send = false;
  bool active = false;    // started, and the layer is not done with it
  bool inactive = false;  // persistent and not started
  bool probe = false;     // of a probe, which has no MPI_Request
};

class PointToPointLayer {
 public:
  virtual ~PointToPointLayer() = default;

  virtual std::string name() const = 0;  // "ob1"; empty: not known

  // Forgets what was read. Layers keep one table of requests for all communicators: it is read at most once between
  // two calls of this and handed out by communicator.
  virtual void clear() {}

  // Whether the layer's requests and the contents of its messages can be read, as far as the structs are known.
  virtual bool reads_requests() const = 0;
  virtual bool reads_messages() const = 0;
  // Why a queue, or the requests, cannot be seen; empty if they can.
  virtual std::string queue_problem(Queue queue) const = 0;
  virtual std::string request_problem() const = 0;

  // The requests in use, in the order of the layer's tables; all, or those on one communicator, each of which holds a
  // reference to it. They live until clear(). Errors: not_supported where requests cannot be seen.
  virtual Result<const std::vector<LayerRequest> *> requests() = 0;
  virtual Result<const std::vector<LayerRequest> *> requests_on(Address communicator) = 0;
  // Null for what is not a request in use.
  virtual Result<const LayerRequest *> find(Address request) = 0;

  // Fills what is particular to the layer's requests; `request` has what all requests have.
  virtual Status read_request(Address handle, Request &request) = 0;
  // Fills tag, protocol and payload of a matched message, whose other members are known.
  virtual Status read_message(Message &message) = 0;

  // `communicator` is null for Queue::unclaimed only. Errors: not_supported with the problem.
  virtual Result<std::unique_ptr<OperationCursor>> open_queue(const Communicator *communicator, Queue queue) = 0;

  // As Queues::channels.
  virtual Result<std::vector<Channel>> channels(const Communicator & /*communicator*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer " + name() + " does not count messages"};
  }

  // Performance variables that the layer works out for a communicator when they are read: whether it has one of the
  // name, and its value.
  virtual bool has_counter(const std::string & /*variable*/) const { return false; }
  virtual Result<std::vector<VariableValue>> counter(const std::string &variable, Address communicator) = 0;
};

}  // namespace mpidbg::model::openmpi
