#pragma once
// Indexes the table of requests, which is read once. The index shows which objects are requests, and for each request
// its communicator, whether it is pending, and whether a persistent request has started it. The index also checks that
// pending requests correspond to those of the devices. requests.h reads a single request.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/mpich/p2p/carried_requests.h"
#include "mpidbg/model/mpich/p2p/request_view.h"
#include "mpidbg/model/objects/communicator.h"

namespace mpidbg::model::mpich {

struct Handles;

// Returns true if this process is the only member of the communicator. MPICH delivers the messages on such a
// communicator itself, without the device.
bool is_of_one_process(const Communicator &communicator);

class RequestIndex {
 public:
  // This object must be made before anything of the table of requests is read. The arguments must outlive it.
  RequestIndex(const Attachment &process, Handles &handles);
  RequestIndex(const RequestIndex &) = delete;
  RequestIndex &operator=(const RequestIndex &) = delete;

  // Discards the index at a new stop.
  void clear();

  // Reads the table of requests, at most once until clear(). The functions below that read memory call it themselves.
  // Errors: layout.
  Status read();

  // Returns true if the object is a request of the program: neither a message nor a request of the library.
  bool is_request(std::uint32_t handle) const { return !not_requests_.contains(handle); }
  // Returns true if MPI_Start made the request for a persistent request.
  bool is_started(Address request) const { return started_.contains(request); }
  // Returns true if the data of the partitioned request with this completion counter is being transferred.
  bool is_moving(Address counter) const { return moving_.contains(counter); }
  std::size_t pending_collectives() const { return pending_collectives_; }
  // Returns the handles of the pending generalized requests.
  const std::vector<std::uint32_t> &pending_generalized() const { return pending_generalized_; }

  // Counts the pending receives and sends that the network device transports. Second requests of receives from any
  // source are among them, and requests on communicators with a single process are not.
  struct InNetwork {
    std::size_t receives = 0, sends = 0;
  };
  const InNetwork &in_network() const { return in_network_; }

  // Returns the handle that the program has for an MPIR_Request: the handle of the persistent request that has started
  // it or, if there is none, its own. Returns null if the request is not in use.
  Handle owner_of(Address request);
  Handle owner_of(Handle request);
  // Describes a pending request whose object contains no further facts. It has no communicator and no damage, no
  // persistent request has started it, and UCX has the address of the program's own buffer.
  struct Plain {
    std::uint32_t handle = 0;
    // True if the device holds a reference to the request; see PendingRequest::is_held.
    bool is_held = false;
  };
  // Returns the handle if the request is such a plain request; nullopt for all other requests.
  std::optional<Plain> plain(Address request);
  // Returns the handles of the requests that refer to the communicator, in the order of the table. The vector is valid
  // until clear().
  Result<const std::vector<std::uint32_t> *> on(Handle communicator);

  // Checks that the MPIR_Request can belong to a pending request of the network library, the struct `type` at address
  // `place`. Errors: corrupt.
  Status check_pending(Address request, const char *type, Address place) const;
  // Explains why the requests or the facts about them are incomplete; nullopt if they are complete. The reasons are
  // damage in the tables, requests without a communicator, and pending requests that are in no queue.
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
  InNetwork in_network_;
  std::vector<std::uint32_t> pending_generalized_;
  // Handles of objects that look like requests but are messages or belong to the library.
  std::unordered_set<std::uint32_t> not_requests_;
  // Requests made by MPI_Start, with the handle of the persistent request.
  std::unordered_map<Address, Handle> started_;
  // Completion counters of partitioned requests whose data is being transferred. Another request transfers the data and
  // decrements the counter.
  std::unordered_set<Address> moving_;
  std::unordered_map<Address, std::vector<std::uint32_t>> by_communicator_;
  // The pending requests that the device transports, ordered by address, until they are compared with the device's own
  // requests.
  std::vector<PendingRequest> pending_;
  // The block of the table in which the last request was found.
  std::size_t recent_block_ = 0;
  std::optional<Error> damage_;
};

}  // namespace mpidbg::model::mpich
