#pragma once
// A point-to-point layer of Open MPI, which is a component of its framework pml. The layer of a process is determined
// once, when attaching to the process, and everything that depends on it asks this object. choose_layer.h lists the
// known layers.
//
// Order of calls: a layer is constructed before the readers that it may ask (handles.h), so its constructor must not
// use them. clear() is called first in each refresh of the readers, that is, once per stop and before the first
// question. Questions may come in any order. The functions that return a Visibility depend only on symbols and layouts;
// they read no memory and always give the same answer for an attached process.
//
// Tables: a layer may keep one table for all communicators, like the request pools of ob1 and the workers of UCX. It
// reads the table when it is first needed, at most once until clear(), and hands out the entries by communicator. The
// outcome of reading is cached, too: a table that cannot be read gives the same error to each question until clear().
// Pointers that are handed out are valid until clear(). A cursor owns the addresses or operations that it has yet to
// deliver, so it may be used after clear().

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/library/queues.h"
#include "mpidbg/model/mpit/variable_value.h"
#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/visibility.h"

namespace mpidbg::model::openmpi {

// A request in the layer's own table, before its record is read.
struct LayerRequest {
  Address request{};
  // Null if the communicator no longer exists.
  Address communicator{};
  // Null if the layer does not keep it.
  Address datatype{};
  bool is_send = false;
  // The request is started and the layer has not finished with it.
  bool active = false;
  // The request is persistent and not started.
  bool inactive = false;
  // The request belongs to a probe, which has no MPI_Request.
  bool probe = false;
};

class PointToPointLayer {
 public:
  virtual ~PointToPointLayer() = default;

  // The name of the component, such as "ob1"; empty if unknown.
  virtual std::string name() const = 0;

  // Discards all cached data, because the process may have run.
  virtual void clear() {}

  // How completely the operations of a queue, the requests of the layer, and tag, protocol and payload of matched
  // messages can be seen. Questions about something of which nothing can be seen fail with not_supported and the
  // problem.
  virtual Visibility queue(Queue queue) const = 0;
  virtual Visibility requests_seen() const = 0;
  virtual Visibility messages_seen() const = 0;

  // Returns the visible requests in use, in the order of the layer's tables: all of them, or those on one communicator.
  virtual Result<const std::vector<LayerRequest> *> requests() = 0;
  virtual Result<const std::vector<LayerRequest> *> requests_on(Address communicator) = 0;
  // Returns true if each request holds a reference to its communicator, so that the communicator outlives
  // MPI_Comm_free. Otherwise a request may be on no communicator.
  virtual bool holds_communicators() const { return true; }
  // Returns null for an address that is not a request in use.
  virtual Result<const LayerRequest *> find(Address request) = 0;
  // Returns the first entry of the tables that contradicts itself or cannot be read; nullopt if all are sound. Such an
  // entry is not among the requests above, or is on none of the communicators, and the queues end with the same error.
  // The answer is complete after the tables have been asked for; this function reads nothing itself.
  virtual std::optional<Error> damage() { return std::nullopt; }
  // Checks whether a point-to-point request that is not among requests() is in use. The members that all requests have
  // are already filled in `request`. Errors: not_found if it is not in use; not_supported if that cannot be determined.
  virtual Status check_unlisted(const Request &request) const = 0;

  // Fills the members that are specific to the layer. The members that all requests have are already filled.
  virtual Status read_request(Address handle, Request &request) = 0;
  // Returns true if the request behind a message belongs to a probe that still waits for one. MPI_Mprobe allocates the
  // object before there is a message, and its contents are those of an earlier message.
  virtual bool is_waiting(Address /*request*/) { return false; }
  // Fills tag, protocol and payload of a matched message whose other members are known.
  virtual Status read_message(Message &message) = 0;

  // `communicator` is null for Queue::unclaimed only.
  virtual Result<std::unique_ptr<OperationCursor>> open_queue(const Communicator *communicator, Queue queue) = 0;

  // See Queues::contexts_without_communicator().
  virtual Result<std::vector<std::uint64_t>> contexts_without_communicator(bool /*of_messages*/) {
    return std::vector<std::uint64_t>();
  }

  // See Queues::channels().
  virtual Result<std::vector<Channel>> channels(const Communicator & /*communicator*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer " + name() + " does not count messages"};
  }

  // See Queues::lacks_arguments().
  virtual bool lacks_arguments() const { return false; }

  // See Queues::probe().
  virtual Result<Probe> probe(std::span<const Address> /*words*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer " + name() + " leaves no trace of probes"};
  }

  // See Queues::progress().
  virtual Result<Progress> progress() {
    return Error{ErrorCode::not_supported, "the point-to-point layer " + name() + " has no counters of progress"};
  }

  // Performance variables whose values the layer computes for a communicator when they are read: whether it has one
  // with the name, and its value.
  virtual bool has_counter(const std::string & /*variable*/) const { return false; }
  virtual Result<std::vector<VariableValue>> counter(const std::string &variable, Address /*communicator*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer does not work out " + variable};
  }
};

}  // namespace mpidbg::model::openmpi
