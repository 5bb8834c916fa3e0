#pragma once
// Indexes the table of requests, which is read once: which objects in it are requests, which communicators they refer
// to, which of them were started by others, and which are pending. It also checks that pending requests match those of
// the devices. requests.h reads a single request.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/mpich/p2p/carried_requests.h"
#include "mpidbg/model/mpich/p2p/request_view.h"
#include "mpidbg/model/objects/communicator.h"

namespace mpidbg::model::mpich {

struct Handles;

// Returns true if MPICH delivers the communicator's messages itself, without the device.
bool is_of_one_process(const Communicator &communicator);

class RequestIndex {
 public:
  // Both arguments must outlive this object. It must be made before anything of the table is read.
  RequestIndex(const Attachment &process, Handles &handles);
  RequestIndex(const RequestIndex &) = delete;
  RequestIndex &operator=(const RequestIndex &) = delete;

  // Discards the index at a new stop.
  void clear();

  // Reads the table at most once until clear(). The other functions call it as well. Errors: layout.
  Status read();

  // Returns true if the MPIR_Request is neither a message nor the library's own.
  bool is_request(std::uint32_t handle) const { return !not_requests_.contains(handle); }
  // Returns true if a persistent request has started it.
  bool is_started(Address request) const { return started_.contains(request); }
  // Returns true if the data of a partitioned request with this counter is being transferred.
  bool is_moving(Address counter) const { return moving_.contains(counter); }
  std::size_t pending_collectives() const { return pending_collectives_; }

  // Returns the handle that the program has for an MPIR_Request: that of the persistent request that has started it, or
  // its own. Null if it is not in use.
  Handle owner_of(Address request);
  Handle owner_of(Handle request);
  // A pending request about which reading its object would reveal nothing else: it has no communicator and no damage,
  // no other request has started it, and UCX has the program's own buffer.
  struct Plain {
    std::uint32_t handle = 0;
    // See PendingRequest::is_held.
    bool is_held = false;
  };
  // Returns nullopt for all other requests.
  std::optional<Plain> plain(Address request);
  // Returns the handles of requests that refer to the communicator, in the order of the table. The vector is valid
  // until clear().
  Result<const std::vector<std::uint32_t> *> on(Handle communicator);

  // Checks that the MPIR_Request can be the one to which the request of UCX belongs. Errors: corrupt.
  Status check_pending(Address request, Address in_ucx) const;
  // Explains why the requests or the facts about them are incomplete; nullopt if they are complete. Covers damage in
  // the tables, requests without a communicator, and pending requests that no queue has.
  std::optional<Error> damage();

 private:
  std::uint8_t glance(Address request, std::span<const std::byte> bytes) const;
  void add(const PooledObject &object, const RequestView &view, const RequestKinds &numbers);
  bool is_unpacked(const RequestView &view) const;
  void check_communicators();

  const Attachment &process_;
  Handles &handles_;

  bool is_read_ = false, is_compared_ = false;
  std::size_t pending_collectives_ = 0;
  // Handles that look like requests, but are none.
  std::unordered_set<std::uint32_t> not_requests_;
  // Requests made by MPI_Start, with the persistent request.
  std::unordered_map<Address, Handle> started_;
  // Counters of partitioned requests whose data is being transferred. Another request transports it and counts down.
  std::unordered_set<Address> moving_;
  std::unordered_map<Address, std::vector<std::uint32_t>> by_communicator_;
  // Requests that the device transports, by address, until they are compared with the device's own.
  std::vector<PendingRequest> pending_;
  // The block of the table in which the last request was found.
  std::size_t recent_block_ = 0;
  std::optional<Error> damage_;
};

}  // namespace mpidbg::model::mpich
