#pragma once
// A point-to-point layer of Open MPI: a component of its framework pml. Which one a process uses is determined once,
// when the process is attached to; everything that depends on it asks this object. choose_layer.h lists the layers that
// are known.
//
// Order of calls. A layer is constructed before the readers that it may ask (handles.h): its constructor asks none of
// them. clear() comes first in each refresh of the readers, that is once per stop and before the first question; the
// questions that follow come in any order. The functions that return a Visibility are not questions in this sense: they
// depend on symbols and layouts, read no memory, and give the same answer as long as the process is attached to.
//
// Tables. A layer may keep one table for all communicators, as the request pools of ob1 and the workers of UCX are. It
// reads the table when the first question needs it, at most once until clear(), and hands it out by communicator. How
// the reading went is kept, too: a table that cannot be read is the same error for every question until clear(). What
// is handed out by pointer lives until clear(). A cursor owns the addresses or operations that it has yet to deliver,
// so that it may be used after clear().

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

// A request as the layer's own table has it, before its record is read.
struct LayerRequest {
  Address request{};
  Address communicator{};  // null if it is gone
  Address datatype{};      // null if the layer does not keep it
  bool is_send = false;
  bool active = false;    // started, and the layer is not done with it
  bool inactive = false;  // persistent and not started
  bool probe = false;     // of a probe, which has no MPI_Request
};

class PointToPointLayer {
 public:
  virtual ~PointToPointLayer() = default;

  virtual std::string name() const = 0;  // "ob1"; empty: not known

  // Forgets what was read: the process may have run.
  virtual void clear() {}

  // The operations of a queue; the requests of the layer; tag, protocol and payload of matched messages. A question
  // about something of which nothing can be seen fails with not_supported and the problem.
  virtual Visibility queue(Queue queue) const = 0;
  virtual Visibility requests_seen() const = 0;
  virtual Visibility messages_seen() const = 0;

  // The requests in use, as far as they can be seen, in the order of the layer's tables; all, or those on one
  // communicator.
  virtual Result<const std::vector<LayerRequest> *> requests() = 0;
  virtual Result<const std::vector<LayerRequest> *> requests_on(Address communicator) = 0;
  // Whether each request holds a reference to its communicator, so that this one outlives MPI_Comm_free. If not, a
  // request may be on none.
  virtual bool holds_communicators() const { return true; }
  // Null for what is not a request in use.
  virtual Result<const LayerRequest *> find(Address request) = 0;
  // The first entry of the tables that contradicts itself or cannot be read; nothing if all are sound. Such an entry is
  // not among the requests above, or on none of the communicators, and the queues end with the same error. Known once
  // the tables were asked for: it reads nothing itself.
  virtual std::optional<Error> damage() { return std::nullopt; }
  // Whether a point-to-point request that is not among requests() is in use; `request` has what all requests have.
  // Errors: not_found if it is not; not_supported if that cannot be determined.
  virtual Status check_unlisted(const Request &request) const = 0;

  // Fills what is particular to the layer's requests; `request` has what all requests have.
  virtual Status read_request(Address handle, Request &request) = 0;
  // Whether the request of a message is of a probe that is still waiting for one: MPI_Mprobe takes the object before
  // there is a message, and what it says is of the message before.
  virtual bool is_waiting(Address /*request*/) { return false; }
  // Fills tag, protocol and payload of a matched message, whose other members are known.
  virtual Status read_message(Message &message) = 0;

  // `communicator` is null for Queue::unclaimed only.
  virtual Result<std::unique_ptr<OperationCursor>> open_queue(const Communicator *communicator, Queue queue) = 0;

  // As Queues::contexts_without_communicator.
  virtual Result<std::vector<std::uint64_t>> contexts_without_communicator(bool /*of_messages*/) {
    return std::vector<std::uint64_t>();
  }

  // As Queues::channels.
  virtual Result<std::vector<Channel>> channels(const Communicator & /*communicator*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer " + name() + " does not count messages"};
  }

  // As Queues::lacks_arguments.
  virtual bool lacks_arguments() const { return false; }

  // As Queues::probe.
  virtual Result<Probe> probe(std::span<const Address> /*words*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer " + name() + " leaves no trace of probes"};
  }

  // As Queues::progress.
  virtual Result<Progress> progress() {
    return Error{ErrorCode::not_supported, "the point-to-point layer " + name() + " has no counters of progress"};
  }

  // Performance variables that the layer works out for a communicator when they are read: whether it has one of the
  // name, and its value.
  virtual bool has_counter(const std::string & /*variable*/) const { return false; }
  virtual Result<std::vector<VariableValue>> counter(const std::string &variable, Address /*communicator*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer does not work out " + variable};
  }
};

}  // namespace mpidbg::model::openmpi
