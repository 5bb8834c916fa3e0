#pragma once
// The requests that the point-to-point layer has in use, found by walking the pools they come from. There is no other
// list of sends, of persistent requests, and of receives whose data is arriving.
//
// What a request says of itself in several words must agree: a request that does not, or cannot be read, is left out
// and kept as damage(). One that is free must be in its pool's stack of free ones, so that a request whose state was
// overwritten is missed.

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/openmpi/opal/containers.h"
#include "mpidbg/model/openmpi/p2p/layer.h"

namespace mpidbg::model::openmpi {

class RequestPool {
 public:
  // Addresses of the two opal_free_list_t. `spare(is_send)` is the free request of a pool that the layer keeps for the
  // next blocking call, null if there is none; asked only if a free request is not in the stack.
  RequestPool(Objects &objects, Address sends, Address receives, std::function<Address(bool is_send)> spare)
      : objects_(objects), sends_(sends), receives_(receives), spare_(std::move(spare)) {}

  void clear();

  // The requests in use, in the order of the pools.
  Result<const std::vector<LayerRequest> *> all();
  // Null for what is not in use, or no request of the pools. Errors: why it is left out.
  Result<const LayerRequest *> find(Address request);

  // The requests in use on a communicator, in the order of the pools: each holds a reference to it. The pools are read
  // once until clear().
  Result<const std::vector<LayerRequest> *> requests_on(Address communicator);

  // The first request that is left out, and why; nothing if none is, or the pools were not read yet.
  const std::optional<Error> &damage() const { return damage_; }
  bool is_read() const { return scanned_.has_value(); }

 private:
  // A request that says that it is free.
  struct Free {
    Address request{}, next{};
    bool looks_used = false;  // its other members are those of one in use
  };

  Status scan_once();
  Status scan_both();
  Status scan(Address free_list, bool is_send);
  Status add(Address item, bool is_send, std::vector<Free> &free);
  Status check_free(Address free_list, bool is_send, const std::vector<Free> &free);
  void note(Address request, const Error &error);

  Objects &objects_;
  Address sends_;
  Address receives_;
  const std::function<Address(bool is_send)> spare_;
  std::optional<Status> scanned_;                // how it went
  std::optional<Error> damage_;                  // the first one
  std::unordered_map<Address, Error> left_out_;  // up to a limit
  std::vector<LayerRequest> all_;
  std::unordered_map<Address, std::size_t> index_;                   // in all_
  std::unordered_map<Address, std::vector<LayerRequest>> requests_;  // by communicator
};

}  // namespace mpidbg::model::openmpi
