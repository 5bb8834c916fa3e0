#pragma once
// PointToPointLayer is a point-to-point layer of Open MPI, which is a component of its framework "pml". The layer is
// chosen once, when attaching to the process, and all data that depends on it is read through this interface.
// choose_layer.h selects among the known layers.
//
// Order of calls: a layer is constructed before the readers that it uses (handles.h), so its constructor must not use
// them. clear() is called first in each refresh of the readers: once per stop and before all other calls, whose order
// is arbitrary. The functions that return a Visibility depend only on symbols and layouts; they read no memory and
// always give the same answer for an attached process.
//
// Tables: a layer may keep one table for all communicators, like the request pools of ob1 and the workers of UCX. It
// reads the table when it is first needed, at most once until clear(), and returns the entries by communicator. Errors
// are cached as well: if a table cannot be read, each call returns the same error until clear(). Returned pointers are
// valid until clear(). A cursor owns the addresses or operations that it has yet to deliver, so it may be used after
// clear().

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/library/queues.h"
#include "mpidbg/model/mpit/variable_value.h"
#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/users.h"
#include "mpidbg/model/objects/visibility.h"

namespace mpidbg::model::openmpi {

// Describes a request in the layer's own table, as known before the request itself is read.
struct LayerRequest {
  Address request{};
  // The communicator of the request; null if it no longer exists.
  Address communicator{};
  // The datatype of the request; null if the layer does not store it.
  Address datatype{};
  // The references to the datatype that the request holds.
  Held holds_datatype;
  bool is_send = false;
  // True if the request is started and the layer has not finished with it.
  bool active = false;
  // True if the request is persistent and not started.
  bool inactive = false;
  // True if the request belongs to a probe, which has no MPI_Request.
  bool probe = false;
};

class PointToPointLayer {
 public:
  virtual ~PointToPointLayer() = default;

  // The name of the component, such as "ob1"; empty if unknown.
  virtual std::string name() const = 0;

  // Discards all cached data. Must be called when the process may have run.
  virtual void clear() {}

  // The next three functions state how completely data can be seen: the operations of a queue; the requests of the
  // layer; and tag, protocol and payload of matched messages. If nothing can be seen, functions that would return such
  // data fail with not_supported and the problem.
  virtual Visibility queue(Queue queue) const = 0;
  virtual Visibility requests_seen() const = 0;
  virtual Visibility messages_seen() const = 0;

  // Return the visible requests in use, in the order of the layer's tables: all requests, or those on one communicator.
  virtual Result<const std::vector<LayerRequest> *> requests() = 0;
  virtual Result<const std::vector<LayerRequest> *> requests_on(Address communicator) = 0;
  // Returns true if each request holds a reference to its communicator, so that the communicator outlives
  // MPI_Comm_free. Returns false if the communicator of a request may no longer exist.
  virtual bool holds_communicators() const { return true; }
  // Returns a request in use; null if there is none at the address.
  virtual Result<const LayerRequest *> find(Address request) = 0;
  // Returns the error of the first bad entry of the tables; nullopt if there is none. A bad entry contradicts itself or
  // cannot be read. requests() or requests_on() omits such entries, and the queues end with the same error. This
  // function reads nothing, so it must be called after the tables have been read.
  virtual std::optional<Error> damage() { return std::nullopt; }
  // Checks that a point-to-point request is in use although requests() does not contain it. The members that all
  // requests have are already filled in `request`. Errors: not_found if it is not in use; not_supported if that is
  // unknown.
  virtual Status check_unlisted(const Request &request) const = 0;

  // Fills in the members that are specific to the layer. The members that all requests have are already filled.
  virtual Status read_request(Address handle, Request &request) = 0;
  // Returns true if the request of a message belongs to a probe that still waits for a message. MPI_Mprobe allocates
  // the message object before there is a message. Until then, the object has the contents of an earlier message.
  virtual bool is_waiting(Address /*request*/) { return false; }
  // Fills in tag, protocol and payload of a matched message whose other members are known.
  virtual Status read_message(Message &message) = 0;

  // Opens a queue. `communicator` is null for Queue::unclaimed only.
  virtual Result<std::unique_ptr<OperationCursor>> open_queue(const Communicator *communicator, Queue queue) = 0;

  // Returns the context ids of operations whose communicator does not exist; see
  // Queues::contexts_without_communicator().
  virtual Result<std::vector<std::uint64_t>> contexts_without_communicator(bool /*of_messages*/) {
    return std::vector<std::uint64_t>();
  }

  // Returns how many messages were exchanged with each peer; see Queues::channels().
  virtual Result<std::vector<Channel>> channels(const Communicator & /*communicator*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer " + name() + " does not count messages"};
  }

  // Returns true if the layer keeps only part of the arguments of calls; see Queues::lacks_arguments().
  virtual bool lacks_arguments() const { return false; }

  // Finds the arguments of MPI_Probe or MPI_Mprobe in the frame of a thread; see Queues::probe().
  virtual Result<Probe> probe(std::span<const Address> /*words*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer " + name() + " leaves no trace of probes"};
  }

  // Returns counters that change with the progress of the layer; see Queues::progress().
  virtual Result<Progress> progress() {
    return Error{ErrorCode::not_supported, "the point-to-point layer " + name() + " has no counters of progress"};
  }

  // The layer computes some performance variables when they are read, each for one communicator. has_counter() returns
  // true if `variable` is one of them, and counter() returns its values.
  virtual bool has_counter(const std::string & /*variable*/) const { return false; }
  virtual Result<std::vector<VariableValue>> counter(const std::string &variable, Address /*communicator*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer does not work out " + variable};
  }
};

}  // namespace mpidbg::model::openmpi
