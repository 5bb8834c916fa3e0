#pragma once
// The device ch4:ucx: it passes messages to UCX, whose worker has the queues. See model/ucx/worker.h for what that
// knows. Of datatypes without gaps UCX knows the bytes alone, and requests do not note their communicators, which a tag
// of UCX names by its context id. Requests do not hold their communicators either: after MPI_Comm_free a context id may
// be that of none.
//
// Order of calls, and how long what was read is kept: as the point-to-point layers of Open MPI.

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
  // Both outlive it. Looks for the worker, and whether it is laid out as UCX's layouts say.
  UcxLayer(const Attachment &process, Handles &handles);

  // Why nothing can be seen; empty if UCX's queues can be.
  const std::string &problem() const { return problem_; }
  // Why not all can be.
  Visibility visibility() const;
  // Of UCX, for the user.
  const std::string &layout_source() const { return ucx_.layout_source; }

  void clear();

  Result<ucx::Entries> entries(const MarkedCommunicator &where, Queue queue);
  // Messages for communicators that this process does not have, and on which it has no requests.
  Result<ucx::Entries> unclaimed();
  // The context ids of requests on communicators that were freed and, with `of_messages`, of such messages.
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages);
  Result<ucx::Entries> entries_without_communicator(std::uint64_t context_id, Queue queue);

  UcxOperations &operations() { return *operations_; }

  // As Queues::progress.
  Result<Progress> progress();

  // Fills what UCX knows of a pending point-to-point request whose other members are known.
  Status read_request(Request &request);
  // Whether each of MPICH's pending requests that UCX carries has one of UCX's, and the other way round; or UCX cannot
  // be read. `pending`: by address. Once until clear(). Errors: corrupt.
  Status check(std::span<const PendingRequest> pending);
  // Why a send is shown without its receiver.
  std::optional<Error> unknown_receiver() const;
  // Why an operation is shown without its datatype; empty if none is.
  std::optional<Error> unknown_datatype() const;
  // Pending sends and receives of nonblocking collectives; empty if UCX cannot be read. Lives until clear().
  Result<const std::vector<Handle> *> in_nonblocking_collectives();
  // Fills source, tag and size of a matched message whose descriptor is ucp_recv_desc at the address.
  Status read_message(Address descriptor, Message &message);

 private:
  struct Pending {
    const ucx::Posted *posted = nullptr;
    const ucx::Receive *matched = nullptr;
    const ucx::Send *send = nullptr;
  };

  std::string find_worker();
  std::string not_in_worker(std::int32_t interfaces) const;
  Status index_requests();
  Status add_pending(const ucx::Request &request, Pending pending);
  // Requests of UCX (ucp_request) that are for none of MPICH.
  std::unordered_set<Address> of_leaders();
  Result<ucx::Entries> receives(const MarkedCommunicator &where);
  Result<Contexts::Where> sending(const ucx::Send &send);
  Result<bool> is_on(const ucx::Send &send, const MarkedCommunicator &where);

  const Attachment &process_;
  Handles &handles_;
  const ucx::Attachment ucx_;
  std::string problem_;
  std::string not_in_worker_;  // the messages that are elsewhere; empty if none are
  // Null if there is a problem.
  std::unique_ptr<ucx::Worker> worker_;
  std::unique_ptr<ucx::TablesByContext> tables_;  // by context id without the bit of collective operations
  std::unique_ptr<UcxEndpoints> endpoints_;
  std::unique_ptr<UcxOperations> operations_;

  std::optional<Status> requests_indexed_;       // how it went
  std::unordered_map<Handle, Pending> pending_;  // by the handle that the program has
  std::vector<Handle> in_collectives_;           // of pending_
};

}  // namespace mpidbg::model::mpich
