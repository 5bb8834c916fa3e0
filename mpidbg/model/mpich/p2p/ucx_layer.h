#pragma once
// Implements the device ch4:ucx, which passes messages to UCX. The worker of UCX has the queues; model/ucx/worker.h
// describes what it knows. For datatypes without gaps, UCX knows only the number of bytes. Requests do not refer to
// their communicators; the tag of UCX contains the context id. They do not hold a reference to them either, so after
// MPI_Comm_free a context id may belong to no communicator.
//
// The order of calls and the lifetime of results are those of Open MPI's point-to-point layers.

#include <span>
#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/mpich/p2p/carried_requests.h"
#include "mpidbg/model/mpich/p2p/contexts.h"
#include "mpidbg/model/mpich/p2p/ucx_operations.h"
#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/objects/progress.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/visibility.h"
#include "mpidbg/model/ucx/attach.h"

namespace mpidbg::model::mpich {

class UcxLayer {
 public:
  // Both arguments must outlive this object. The constructor looks for the worker and checks that it matches UCX's
  // layouts.
  UcxLayer(const Attachment &process, Handles &handles);

  // Explains why nothing can be seen; empty if the queues of UCX can be.
  const std::string &problem() const { return problem_; }
  // Explains why not everything can be seen.
  Visibility visibility() const;
  // Describes the layouts of UCX for the user.
  const std::string &layout_source() const { return ucx_.layout_source; }

  // Discards all cached data at a new stop.
  void clear();

  // Returns the entries of UCX's tables that belong to a queue of a communicator.
  Result<ucx::Entries> entries(const MarkedCommunicator &where, Queue queue);
  // Returns messages for communicators that do not exist in this process and on which it has no requests.
  Result<ucx::Entries> unclaimed();
  // Returns the context ids of requests on freed communicators and, if `of_messages`, of the messages in unclaimed().
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages);
  // Returns the entries of UCX's tables with a context id that no communicator has.
  Result<ucx::Entries> entries_without_communicator(std::uint64_t context_id, Queue queue);

  UcxOperations &operations() { return *operations_; }

  // See Queues::progress().
  Result<Progress> progress();

  // Fills the facts that UCX has about a pending point-to-point request. Its other members are known.
  Status read_request(Request &request);
  // Checks, once until clear(), that each pending request of MPICH that UCX transports has a request of UCX and vice
  // versa. Succeeds if UCX cannot be read. `pending` is ordered by address. Errors: corrupt.
  Status check(std::span<const PendingRequest> pending);
  // Explains why a send is shown without its receiver.
  std::optional<Error> unknown_receiver() const;
  // Explains why an operation is shown without its datatype; nullopt if all have one.
  std::optional<Error> unknown_datatype() const;
  // Returns pending sends and receives of nonblocking collectives; empty if UCX cannot be read. The vector is valid
  // until clear().
  Result<const std::vector<Handle> *> in_nonblocking_collectives();
  // Fills source, tag and size of a matched message whose descriptor, a ucp_recv_desc, is at the address.
  Status read_message(Address descriptor, Message &message);

 private:
  struct Pending {
    const ucx::Posted *posted = nullptr;
    const ucx::Receive *matched = nullptr;
    const ucx::Send *send = nullptr;
  };

  // Makes the objects below if the worker of UCX can be read. Returns why it cannot, or an empty text.
  std::string find_worker();
  // Returns which messages are in other workers, or an empty text if there is a single virtual interface.
  std::string not_in_worker(std::int32_t interfaces) const;
  // Fills `pending_`, once until clear().
  Status index_requests();
  // Adds a request of UCX under the handle of the request of MPICH that it belongs to.
  Status add_pending(const ucx::Request &request, Pending pending);
  // Returns the requests of UCX (ucp_request) that belong to no request of MPICH.
  std::unordered_set<Address> of_leaders();
  // Returns the receives of UCX on a communicator. Receives that MPICH's own list has as well are left out.
  Result<ucx::Entries> receives(const MarkedCommunicator &where);
  // Returns the communicator that a send is on; null if no communicator fits its tag and its receiver.
  Result<Contexts::Where> sending(const ucx::Send &send);
  // Returns whether a send is on the communicator, by the context id and the rank in its tag and, if several
  // communicators have that id, by its receiver.
  Result<bool> is_on(const ucx::Send &send, const MarkedCommunicator &where);

  const Attachment &process_;
  Handles &handles_;
  const ucx::Attachment ucx_;
  std::string problem_;
  // Describes the messages that are elsewhere; empty if none are.
  std::string not_in_worker_;
  // Null if there is a problem.
  std::unique_ptr<ucx::Worker> worker_;
  // Indexed by context id without the bit of collective operations.
  std::unique_ptr<ucx::TablesByContext> tables_;
  std::unique_ptr<UcxEndpoints> endpoints_;
  std::unique_ptr<UcxOperations> operations_;

  // The outcome of reading.
  std::optional<Status> requests_indexed_;
  // Indexed by the program's handle.
  std::unordered_map<Handle, Pending> pending_;
  // The handles in pending_ that belong to collective operations.
  std::vector<Handle> in_collectives_;
};

}  // namespace mpidbg::model::mpich
