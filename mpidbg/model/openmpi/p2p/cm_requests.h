#pragma once
// Finds the requests of the point-to-point layer "cm" in its pools. A request of the pools contains the request of the
// component "ofi", to which libfabric's entries refer. Requests of blocking calls are on the stacks of their callers,
// except that of a blocking MPI_Mrecv.

#include <optional>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/openmpi/p2p/layer.h"

namespace mpidbg::model::openmpi {

class CmRequests {
 public:
  explicit CmRequests(const Attachment &process) : process_(process) {}

  void clear();

  // These functions implement requests(), requests_on(), find() and damage() of PointToPointLayer.
  Result<const std::vector<LayerRequest> *> all();
  Result<const std::vector<LayerRequest> *> on(Address communicator);
  Result<const LayerRequest *> find(Address request);
  const std::optional<Error> &damage() const { return damage_; }

  // A pending request of the pools, and the component's request that it contains.
  struct Pending {
    Address request{};
    Address component_request{};
    Address communicator{};
    bool is_send = false;
  };
  // Returns the requests that are started and not complete, in the order of the pools.
  Result<const std::vector<Pending> *> pending();

  // Returns the request of the component that a request of the pools contains. Errors: corrupt if the request is of an
  // unknown kind.
  Result<Address> component_request(const View<CmRequestLayout> &request) const;
  // Returns the request of the pools that contains the component's request at `component_request`; null if that one is
  // of a blocking call. Reads both, and not the pools. Errors: unreadable.
  Result<Address> owner_of(const View<OfiRequestLayout> &component_request) const;

 private:
  // Reads both pools if they have not been read since clear().
  Status read_once();
  // Reads one pool. Requests that contradict themselves are omitted, and the first of them becomes damage().
  Status read(Address pool, bool is_send);
  Status add(Address request, bool is_send);

  const Attachment &process_;
  std::optional<Status> read_;
  std::optional<Error> damage_;
  std::vector<LayerRequest> all_;
  std::vector<Pending> pending_;
  // The requests on each communicator, and the index in `all_` of each request; made when first needed.
  std::unordered_map<Address, std::vector<LayerRequest>> by_communicator_;
  std::unordered_map<Address, std::size_t> places_;
};

}  // namespace mpidbg::model::openmpi
