#pragma once
// The requests of the layer ucx by handle. A handle is the memory behind a request of UCX, or a persistent request,
// which has one of UCX only while it is started.

#include <set>
#include <unordered_map>

#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/openmpi/p2p/layer.h"
#include "mpidbg/model/ucx/worker.h"

namespace mpidbg::model::openmpi {

struct Handles;

// What is behind a handle, at most one of these: none for persistent requests that are not started or are complete.
struct UcxRequest {
  const ucx::Posted *posted = nullptr;
  const ucx::Receive *matched = nullptr;
  const ucx::Send *send = nullptr;
  const ucx::Request *complete = nullptr;  // and not freed
  bool persistent = false;                 // the handle is a mca_pml_ucx_persistent_request_t
  bool inactive = false;
  bool is_send = false;
};

class UcxRequests {
 public:
  // All outlive it.
  UcxRequests(const Attachment &process, Handles &handles, ucx::Worker &worker)
      : process_(process), handles_(handles), worker_(worker) {}

  void clear();

  // As PointToPointLayer. Requests of blocking calls, which are no handles, are not among them.
  Result<const std::vector<LayerRequest> *> all();
  Result<const std::vector<LayerRequest> *> on(Address communicator);
  Result<const LayerRequest *> find(Address handle);
  // Who the handle behind a request of UCX belongs to: the program, a persistent request, or, of a buffered send,
  // nobody.
  enum class Owner { program, persistent, nobody };
  struct Owned {
    Owner owner = Owner::program;
    Address handle{};  // of the program; null if nobody has one
  };
  // `buffer`: what it sends. Errors: corrupt if what it notes is no such owner.
  Result<Owned> owner_of(const ucx::Request &request, Address buffer);
  // The receive behind a handle; empty if there is none.
  Result<std::optional<ucx::Receive>> receive_of(const UcxRequest &details) const;
  // Persistent requests with the context id in their tags that are not started. Reads no other requests.
  Result<const std::vector<Address> *> inactive_with(std::uint64_t context_id);
  // The context ids that there are such requests with.
  Result<std::set<std::uint64_t>> inactive_contexts();
  // Null for what is not a request in use.
  Result<const UcxRequest *> details(Address handle);
  // As PointToPointLayer.
  const std::optional<Error> &damage() const { return damage_; }
  // The first persistent request that contradicts itself, or request of Open MPI that contradicts that of UCX before
  // it; empty if there is none. Reads the persistent ones, and of UCX what Worker::take_pooled() does.
  const std::optional<Error> &contradiction();

  // The communicator with a context id; null if this process has none (any more). MPI_COMM_NULL is none.
  Result<Address> communicator_with(std::uint64_t context_id);

 private:
  Status index_once();
  Status index();
  Status index_persistent_once();
  Status index_persistent();
  Status check_persistent(const View<layout::openmpi::UcxPersistentRequestLayout> &view) const;
  Status find_contradiction();
  Status check_pooled(const ucx::PooledRequest &pooled) const;
  Status add(const ucx::Request &found, UcxRequest details, const ucx::Payload &payload);
  Status add_persistent(Address handle);
  Status list(LayerRequest summary, const UcxRequest &details);
  void note(const Status &status);

  const Attachment &process_;
  Handles &handles_;
  ucx::Worker &worker_;
  std::optional<Status> indexed_, persistent_indexed_;  // how it went
  std::optional<Error> damage_;
  std::optional<Error> persistent_damage_;             // the first one
  std::size_t persistent_active_ = 0;                  // those with a request of UCX
  std::optional<std::optional<Error>> contradiction_;  // once it was looked for
  std::vector<LayerRequest> all_;
  std::unordered_map<Address, std::size_t> places_;  // in all_ and details_
  std::vector<UcxRequest> details_;
  std::unordered_map<Address, std::vector<LayerRequest>> by_communicator_;
  std::vector<Address> persistent_;                                   // in use
  std::unordered_map<std::uint64_t, std::vector<Address>> inactive_;  // by context id
  struct Started {
    Address persistent{};
    bool is_send = false;
  };
  std::unordered_map<Address, Started> started_;  // by the handle behind a request of UCX
  std::optional<std::unordered_map<std::uint64_t, Address>> contexts_;
};

}  // namespace mpidbg::model::openmpi
