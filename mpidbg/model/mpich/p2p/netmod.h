#pragma once
// Netmod is the part of the network device that transports messages between processes: UCX (ch4:ucx) or libfabric
// (ch4:ofi). In builds with a device for shared memory, messages within a node are active messages instead
// (active_messages.h).
//
// The rules for the order of calls and the lifetime of results are those of model/openmpi/p2p/layer.h.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/model/library/layout_check.h"
#include "mpidbg/model/mpich/p2p/carried_requests.h"
#include "mpidbg/model/mpich/p2p/contexts.h"
#include "mpidbg/model/mpich/p2p/request_view.h"
#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/progress.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/visibility.h"

namespace mpidbg::model::mpich {

class Netmod {
 public:
  // Holds the entries of one queue of MPI for one communicator, in the order in which the queue shows them. Valid until
  // clear().
  class Entries {
   public:
    virtual ~Entries() = default;
    virtual std::size_t size() const = 0;
    // Fills in `operation` from the entry with index `place`. `where` is the communicator of the entries, null for one
    // that does not exist in this process.
    virtual Status read(std::size_t place, const MarkedCommunicator *where, Operation &operation) const = 0;
    // Returns the reason why entries are missing; empty if the list is complete.
    virtual std::optional<Error> problem() const = 0;
  };
  using Listed = std::unique_ptr<const Entries>;

  virtual ~Netmod() = default;

  // Returns the name of the network library in the name of the device, such as "ucx".
  virtual std::string name() const = 0;
  // Explains why nothing can be seen; empty if the queues can be seen. The other functions may be called in both cases.
  virtual const std::string &problem() = 0;
  // Returns how completely the queues are seen, with the reason if they are not complete.
  virtual Visibility visibility() = 0;
  // Returns a text for the user that states where the layouts of the network library come from.
  virtual const std::string &layout_source() = 0;
  // Returns the result of comparing the layouts of the network library with the process.
  virtual LayoutCheck layout_check() = 0;

  // Returns true if requests of the network library refer to their communicators, like those of active messages.
  virtual bool refers_to_communicators() const { return false; }

  // Discards all cached data at a new stop.
  virtual void clear() = 0;

  // Returns the entries that belong to a queue of a communicator.
  virtual Result<Listed> entries(const MarkedCommunicator &where, Queue queue) = 0;
  // Returns messages whose communicators do not exist in this process. The process has no requests on these
  // communicators.
  virtual Result<Listed> unclaimed() = 0;
  // Returns the context ids of requests on freed communicators and, if `of_messages` is true, of the messages in
  // unclaimed().
  virtual Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages) = 0;
  // Returns the entries with a context id that no communicator has.
  virtual Result<Listed> entries_without_communicator(std::uint64_t context_id, Queue queue) = 0;
  // Fills in `operation` for a probe that matches messages with this envelope.
  virtual Status read_probe(const ucx::Envelope &asked, const MarkedCommunicator &where,
                            Operation &operation) const = 0;

  // Reports whether this process has messages to process; see Queues::progress().
  virtual Result<Progress> progress() = 0;

  // Fills in the facts that the network library has about a pending point-to-point request. The caller must have filled
  // in the other members. Returns false if the network library does not have the request.
  virtual Result<bool> read_request(Request &request) = 0;
  // Checks that the pending requests of MPICH and those of the network library correspond. The check is made once until
  // clear(). Succeeds if the network library cannot be read. `pending` is ordered by address. Errors: corrupt.
  virtual Status check(std::span<const PendingRequest> pending) = 0;
  // Explains why a send is shown without its receiver; nullopt if all have one.
  virtual std::optional<Error> unknown_receiver() const = 0;
  // Explains why an operation is shown without its datatype; nullopt if all have one.
  virtual std::optional<Error> unknown_datatype() const = 0;
  // Returns the pending sends and receives that belong to nonblocking collectives; empty if the queues cannot be seen.
  virtual Result<std::vector<Handle>> in_nonblocking_collectives() = 0;
  // Fills in source, tag and size of a message that MPI_Mprobe has taken, from its request.
  virtual Status read_message(const RequestView &request, Message &message) = 0;
};

}  // namespace mpidbg::model::mpich
