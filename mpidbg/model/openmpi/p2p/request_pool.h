#pragma once
// Finds the requests in use in the pools of the point-to-point layer, which allocates all of its requests there. Sends,
// persistent requests, and receives whose data is arriving are in no other list.
//
// Several words of a request must agree with each other. If they do not, or if the request cannot be read, the request
// is omitted, and damage() returns the error. A free request must be on its pool's stack of free requests; this reveals
// requests whose state was overwritten.

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/openmpi/opal/containers.h"
#include "mpidbg/model/openmpi/p2p/layer.h"

namespace mpidbg::model::openmpi {

class RequestPool {
 public:
  // `sends` and `receives` are the addresses of the two opal_free_list_t. `spare(is_send)` returns a free request of
  // the pool, which the layer keeps for the next blocking call; null if there is none. The function is called only if a
  // free request is not on the stack.
  RequestPool(Objects &objects, Address sends, Address receives, std::function<Address(bool is_send)> spare)
      : objects_(objects), sends_(sends), receives_(receives), spare_(std::move(spare)) {}

  // Forgets the requests, so that the next call reads the pools again.
  void clear();

  // Returns the requests in use, in the order of the pools.
  Result<const std::vector<LayerRequest> *> all();
  // Returns a request in use; null if no request in use has this address. Errors: the reason why the request was
  // omitted.
  Result<const LayerRequest *> find(Address request);

  // Returns the requests in use on a communicator, in the order of the pools. Each of them holds a reference to the
  // communicator. The pools are read at most once until clear().
  Result<const std::vector<LayerRequest> *> requests_on(Address communicator);

  // Returns the error of the first request that was omitted; nullopt if there is none or the pools have not been read
  // yet.
  const std::optional<Error> &damage() const { return damage_; }
  // Returns true if the pools have been read since clear().
  bool is_read() const { return scanned_.has_value(); }

 private:
  // Describes a request that is free according to its state.
  struct Free {
    Address request{}, next{};
    // True if the other members of the request look like those of a request in use.
    bool looks_used = false;
  };

  // Reads both pools if they have not been read since clear(). Errors: those of the first pool that cannot be walked to
  // its end.
  Status scan_once();
  Status scan_both();
  // Reads one opal_free_list_t. Errors: those of walking it. Requests that cannot be used are omitted and passed to
  // note().
  Status scan(Address free_list, bool is_send);
  // Appends one item of a pool to the requests in use, or to `free`. Errors: corrupt if members of the item contradict
  // each other.
  Status add(Address item, bool is_send, std::vector<Free> &free);
  // Checks that the requests in `free` are on the pool's stack of free requests. Errors: corrupt for the first request
  // that is not on the stack and looks like a request in use.
  Status check_free(Address free_list, bool is_send, const std::vector<Free> &free);
  // Keeps the error of a request that is omitted.
  void note(Address request, const Error &error);

  Objects &objects_;
  Address sends_;
  Address receives_;
  const std::function<Address(bool is_send)> spare_;
  // The result of reading the pools; empty before that.
  std::optional<Status> scanned_;
  // The error of the first request that was omitted.
  std::optional<Error> damage_;
  // The errors of the requests that were omitted, up to a limit.
  std::unordered_map<Address, Error> left_out_;
  std::vector<LayerRequest> all_;
  // For each request, its index in `all_`.
  std::unordered_map<Address, std::size_t> index_;
  // The requests in use on each communicator.
  std::unordered_map<Address, std::vector<LayerRequest>> requests_;
};

}  // namespace mpidbg::model::openmpi
