#pragma once
// The requests that the point-to-point layer has in use, found by walking the pools they come from. There is no other list
// of sends, of persistent requests, and of receives whose data is arriving.

#include <vector>

#include "mpidbg/model/openmpi/containers.h"

namespace mpidbg::model::openmpi {

struct PooledRequest {
  Address request{};
  Address communicator{};
  bool is_send = false;
  bool active = false;        // started, and the layer is not done with it
  bool inactive = false;      // persistent and not started
};

class RequestPool {
 public:
  // Addresses of the two opal_free_list_t.
  RequestPool(Objects &objects, Address sends, Address receives)
      : objects_(objects), sends_(sends), receives_(receives) {}

  void clear();

  // All requests in use, in the order of the pools; read once until clear().
  Result<const std::vector<PooledRequest> *> requests();

  // How many requests in use refer to the communicator: each holds a reference to it.
  Result<int> references_to(Address communicator);

 private:
  Status scan(Address free_list, bool is_send);

  Objects &objects_;
  Address sends_;
  Address receives_;
  bool scanned_ = false;
  std::vector<PooledRequest> requests_;
};

}  // namespace mpidbg::model::openmpi
