#pragma once
// The index of the table of requests, which is read once: which objects in it are requests, which communicators they
// note, which of them others have started, and which are pending; and whether what is pending is what the devices
// have. What a single request is, requests.h reads.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/mpich/p2p/carried_requests.h"
#include "mpidbg/model/mpich/p2p/request_view.h"
#include "mpidbg/model/objects/communicator.h"

namespace mpidbg::model::mpich {

struct Handles;

// True if MPICH delivers the communicator's messages itself, without the device.
bool is_of_one_process(const Communicator &communicator);

class RequestIndex {
 public:
  // Both outlive it. Nothing of the table was read before.
  RequestIndex(const Attachment &process, Handles &handles);
  RequestIndex(const RequestIndex &) = delete;
  RequestIndex &operator=(const RequestIndex &) = delete;

  void clear();

  // Reads the table once until clear(); the others do, too. Errors: layout.
  Status read();

  // Whether an MPIR_Request is not a message or the library's own.
  bool is_request(std::uint32_t handle) const { return !not_requests_.contains(handle); }
  // Whether a persistent request has started it.
  bool is_started(Address request) const { return started_.contains(request); }
  // Whether the data of a partitioned request with this counter moves.
  bool is_moving(Address counter) const { return moving_.contains(counter); }
  std::size_t pending_collectives() const { return pending_collectives_; }

  // The handle that the program has of an MPIR_Request: that of a persistent request which has started it, or its own.
  // Null if it is not in use.
  Handle owner_of(Address request);
  Handle owner_of(Handle request);
  // What there is to know of a pending request, if reading it again would tell no more: it has no communicator and no
  // damage, nothing has started it, and UCX has the program's own buffer.
  struct Plain {
    std::uint32_t handle = 0;
    bool is_held = false;  // as of a PendingRequest
  };
  std::optional<Plain> plain(Address request);
  // The handles of requests that note the communicator, in the order of the table. Lives until clear().
  Result<const std::vector<std::uint32_t> *> on(Handle communicator);

  // Whether the MPIR_Request can be what the request of UCX is for. Errors: corrupt.
  Status check_pending(Address request, Address in_ucx) const;
  // Why the requests or what is said of them are not all; empty if they are: that of their tables, those that are on no
  // communicator, and those that no queue has though they are pending.
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
  std::unordered_set<std::uint32_t> not_requests_;  // handles
  std::unordered_map<Address, Handle> started_;     // made by MPI_Start for the persistent request
  // Counters of partitioned requests whose data moves. Another request carries it, which counts down.
  std::unordered_set<Address> moving_;
  std::unordered_map<Address, std::vector<std::uint32_t>> by_communicator_;
  std::vector<PendingRequest> pending_;  // that the device carries, by address; until they are compared with its own
  std::size_t recent_block_ = 0;         // of the table: where the one was that was asked for last
  std::optional<Error> damage_;
};

}  // namespace mpidbg::model::mpich
