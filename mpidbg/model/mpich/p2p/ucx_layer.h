#pragma once
// Reads the queues of the device ch4:ucx, which passes messages to UCX. The queues are in the worker of UCX;
// model/ucx/worker.h describes which facts it has. For datatypes without gaps, UCX has only the number of bytes.
// Requests neither refer to their communicators nor hold references to them; only the tag of UCX contains the context
// id. After MPI_Comm_free, a context id may therefore belong to no communicator.
//
// The rules for the order of calls and the lifetime of results are those of model/openmpi/p2p/layer.h.

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
  // The arguments must outlive this object. The constructor looks for the worker of UCX and checks that it matches
  // UCX's layouts.
  UcxLayer(const Attachment &process, Handles &handles);

  // Explains why nothing can be seen; empty if the queues of UCX can be seen.
  const std::string &problem() const { return problem_; }
  // Returns how completely the queues of UCX are seen, with the reason if they are not complete.
  Visibility visibility() const;
  // Returns a text for the user that states where the layouts of UCX come from.
  const std::string &layout_source() const { return ucx_.layout_source; }

  // Discards all cached data at a new stop.
  void clear();

  // Returns the entries of UCX's tables that belong to a queue of a communicator.
  Result<ucx::Entries> entries(const MarkedCommunicator &where, Queue queue);
  // Returns messages whose communicators do not exist in this process. The process has no requests on these
  // communicators.
  Result<ucx::Entries> unclaimed();
  // Returns the context ids of requests on freed communicators and, if `of_messages` is true, of the messages in
  // unclaimed().
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages);
  // Returns the entries of UCX's tables with a context id that no communicator has.
  Result<ucx::Entries> entries_without_communicator(std::uint64_t context_id, Queue queue);

  UcxOperations &operations() { return *operations_; }

  // Reports whether this process has messages to process; see Queues::progress().
  Result<Progress> progress();

  // Fills in the facts that UCX has about a pending point-to-point request. The caller must have filled in the other
  // members.
  Status read_request(Request &request);
  // Checks that the requests of MPICH and UCX correspond: each pending request of MPICH that UCX transports has a
  // request of UCX, and each request of UCX has a request of MPICH. The check is made once until clear(). Succeeds if
  // UCX cannot be read. `pending` is ordered by address. Errors: corrupt.
  Status check(std::span<const PendingRequest> pending);
  // Explains why a send is shown without its receiver; nullopt if all have one.
  std::optional<Error> unknown_receiver() const;
  // Explains why an operation is shown without its datatype; nullopt if all have one.
  std::optional<Error> unknown_datatype() const;
  // Returns the pending sends and receives that belong to nonblocking collectives; empty if UCX cannot be read. The
  // vector is valid until clear().
  Result<const std::vector<Handle> *> in_nonblocking_collectives();
  // Fills in source, tag and size of a matched message from its descriptor, the ucp_recv_desc at this address.
  Status read_message(Address descriptor, Message &message);

 private:
  struct Pending {
    const ucx::Posted *posted = nullptr;
    const ucx::Receive *matched = nullptr;
    const ucx::Send *send = nullptr;
  };

  // Makes worker_, tables_, endpoints_ and operations_ if the worker of UCX can be read. Returns why it cannot, or an
  // empty text.
  std::string find_worker();
  // Describes which messages are in other workers. The text is empty if there is a single virtual interface.
  std::string not_in_worker(std::int32_t interfaces) const;
  // Fills `pending_`, once until clear().
  Status index_requests();
  // Adds a request of UCX to `pending_`, under the handle of MPICH's request to which it belongs.
  Status add_pending(const ucx::Request &request, Pending pending);
  // Returns the requests of UCX (ucp_request) for messages between leaders (see ucx_tag.h). These messages have no
  // request of MPICH.
  std::unordered_set<Address> of_leaders();
  // Returns the receives of UCX on a communicator. Receives that are also in MPICH's own list are omitted.
  Result<ucx::Entries> receives(const MarkedCommunicator &where);
  // Returns the communicator of a send; null if none fits the tag and the receiver.
  Result<Contexts::Where> sending(const ucx::Send &send);
  // Returns true if a send is on the communicator. The context id and the rank in its tag determine this. If several
  // communicators have that id, the receiver decides.
  Result<bool> is_on(const ucx::Send &send, const MarkedCommunicator &where);

  const Attachment &process_;
  Handles &handles_;
  const ucx::Attachment ucx_;
  std::string problem_;
  // Describes the messages that are in other workers; empty if none are.
  std::string not_in_worker_;
  // The worker of UCX; null if it cannot be read.
  std::unique_ptr<ucx::Worker> worker_;
  // The tables of UCX, indexed by context id without the bit of collective operations.
  std::unique_ptr<ucx::TablesByContext> tables_;
  std::unique_ptr<UcxEndpoints> endpoints_;
  std::unique_ptr<UcxOperations> operations_;

  // The outcome of index_requests().
  std::optional<Status> requests_indexed_;
  // The requests of UCX, indexed by the program's handle.
  std::unordered_map<Handle, Pending> pending_;
  // The handles in `pending_` that belong to collective operations.
  std::vector<Handle> in_collectives_;
};

}  // namespace mpidbg::model::mpich
