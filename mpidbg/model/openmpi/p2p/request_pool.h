#pragma once
// The requests that the point-to-point layer has in use, found by walking the pools they come from. There is no other
// list of sends, of persistent requests, and of receives whose data is arriving.

#include <optional>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/openmpi/opal/containers.h"
#include "mpidbg/model/openmpi/p2p/layer.h"

namespace mpidbg::model::openmpi {

class RequestPool {
 public:
  // Addresses of the two opal_free_list_t.
  RequestPool(Objects &objects, Address sends, Address receives)
      : objects_(objects), sends_(sends), receives_(receives) {}

  void clear();

  // The requests in use, in the order of the pools.
  Result<const std::vector<LayerRequest> *> all();
  // Null for what is not in use, or no request of the pools.
  Result<const LayerRequest *> find(Address request);

  // The requests in use on a communicator, in the order of the pools: each holds a reference to it. The pools are read
  // once until clear().
  Result<const std::vector<LayerRequest> *> requests_on(Address communicator);

 private:
  Status scan_once();
  Status scan_both();
  Status scan(Address free_list, bool is_send);

  Objects &objects_;
  Address sends_;
  Address receives_;
  std::optional<Status> scanned_;  // how it went
  std::vector<LayerRequest> all_;
  std::unordered_map<Address, std::size_t> index_;                   // in all_
  std::unordered_map<Address, std::vector<LayerRequest>> requests_;  // by communicator
};

}  // namespace mpidbg::model::openmpi
