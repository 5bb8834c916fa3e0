#pragma once
// Finds the requests of the point-to-point layer "ucx" by handle. A handle points either to the memory that follows a
// request of UCX, or to a persistent request. A persistent request has a request of UCX only while it is started.

#include <set>
#include <unordered_map>

#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/openmpi/p2p/communicators_by_index.h"
#include "mpidbg/model/openmpi/p2p/layer.h"
#include "mpidbg/model/ucx/worker.h"

namespace mpidbg::model::openmpi {

struct Handles;

// Describes the request behind a handle. One pointer is set. For persistent requests that are not started or are
// complete, all pointers are null.
struct UcxRequest {
  const ucx::Posted *posted = nullptr;
  const ucx::Receive *matched = nullptr;
  const ucx::Send *send = nullptr;
  // Set for a request of UCX that is complete and has not been freed.
  const ucx::Request *complete = nullptr;
  // True if the handle points to a mca_pml_ucx_persistent_request_t.
  bool persistent = false;
  bool inactive = false;
  bool is_send = false;
};

class UcxRequests {
 public:
  // All arguments must outlive this object.
  UcxRequests(const Attachment &process, Handles &handles, ucx::Worker &worker)
      : process_(process), handles_(handles), worker_(worker), communicators_(process, handles) {}

  // Forgets all requests, so that the next call reads them again.
  void clear();

  // These functions implement requests(), requests_on() and find() of PointToPointLayer. Requests of blocking calls are
  // not included, because they have no handles.
  Result<const std::vector<LayerRequest> *> all();
  Result<const std::vector<LayerRequest> *> on(Address communicator);
  Result<const LayerRequest *> find(Address handle);
  // The owner of a request of UCX: the program, a persistent request, or, for a buffered send, nobody.
  enum class Owner { program, persistent, nobody };
  struct Owned {
    Owner owner = Owner::program;
    // The program's handle of the request; null if there is none.
    Address handle{};
  };
  // Returns the owner of a request of UCX. `buffer` is the buffer that the request sends. Errors: corrupt if the
  // request refers to something that cannot be its owner.
  Result<Owned> owner_of(const ucx::Request &request, Address buffer);
  // Returns the receive that `details` describes; nullopt if the request is not a receive.
  Result<std::optional<ucx::Receive>> receive_of(const UcxRequest &details) const;
  // Returns the persistent requests that are not started and have the context id in their tag. Reads no other requests.
  Result<const std::vector<Address> *> inactive_with(std::uint64_t context_id);
  // Returns the context ids of persistent requests that are not started.
  Result<std::set<std::uint64_t>> inactive_contexts();
  // Returns a request in use; null if there is none at the address.
  Result<const UcxRequest *> details(Address handle);
  // Returns the error of the first damaged entry; implements PointToPointLayer::damage().
  const std::optional<Error> &damage() const { return damage_; }
  // Returns the first contradiction; nullopt if there is none. A persistent request may contradict itself, or a request
  // of Open MPI may contradict the UCX request before it in memory. Reads the persistent requests, and the requests
  // that Worker::take_pooled() returns.
  const std::optional<Error> &contradiction();

  // Returns the communicator with a context id, except for MPI_COMM_NULL; null if this process has none (any more).
  Result<Address> communicator_with(std::uint64_t context_id) { return communicators_.find(context_id); }

 private:
  // Reads all requests if they have not been read since clear().
  Status index_once();
  // Reads the requests in UCX's tables and the persistent requests. A request that cannot be read is omitted.
  Status index();
  // Reads only the persistent requests, at most once until clear().
  Status index_persistent_once();
  // Reads the persistent requests in use. Errors: those of walking their pool.
  Status index_persistent();
  // Checks that certain members agree, as in every persistent request. Errors: corrupt, with the members that do not.
  Status check_persistent(const View<layout::openmpi::UcxPersistentRequestLayout> &view) const;
  // Compares the requests of UCX with the persistent requests that have started them. Errors: corrupt, for the first
  // contradiction.
  Status find_contradiction();
  // Compares a request of UCX with the request of Open MPI that follows it in memory. Errors: corrupt if only one of
  // the two is complete, or if they refer to different persistent requests.
  Status check_pooled(const ucx::PooledRequest &pooled) const;
  // Adds a request of UCX under the program's handle. A request without a handle is omitted.
  Status add(const ucx::Request &found, UcxRequest details, const ucx::Payload &payload);
  // Adds a persistent request that has no request of UCX, because it is not started or is complete.
  Status add_persistent(Address handle);
  // Appends a request to all lists and indices.
  Status list(LayerRequest summary, const UcxRequest &details);
  // Keeps the error as damage(), if it is the first one.
  void note(const Status &status);

  const Attachment &process_;
  Handles &handles_;
  ucx::Worker &worker_;
  CommunicatorsByIndex communicators_;
  // The results of reading all requests, and all persistent requests; empty before that.
  std::optional<Status> indexed_, persistent_indexed_;
  std::optional<Error> damage_;
  // The first error of a persistent request that cannot be read.
  std::optional<Error> persistent_damage_;
  // The number of persistent requests that have a request of UCX.
  std::size_t persistent_active_ = 0;
  // Set after the first search for a contradiction; contains the error, if any.
  std::optional<std::optional<Error>> contradiction_;
  std::vector<LayerRequest> all_;
  // Indices into `all_` and `details_`, by handle.
  std::unordered_map<Address, std::size_t> places_;
  std::vector<UcxRequest> details_;
  std::unordered_map<Address, std::vector<LayerRequest>> by_communicator_;
  // The persistent requests that are in use.
  std::vector<Address> persistent_;
  // Persistent requests that are not started, by the context id in their tags.
  std::unordered_map<std::uint64_t, std::vector<Address>> inactive_;
  struct Started {
    Address persistent{};
    bool is_send = false;
  };
  // Persistent requests that are started, by the handle of their request of UCX.
  std::unordered_map<Address, Started> started_;
};

}  // namespace mpidbg::model::openmpi
