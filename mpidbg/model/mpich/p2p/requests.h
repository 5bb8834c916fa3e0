#pragma once
// Requests of MPICH: all are in one table, but for the shared ones that stand for operations complete when they were
// begun. What a pending point-to-point operation that is not persistent sends, and to whom, the device has.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/mpich/p2p/carried_requests.h"
#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/visibility.h"

namespace mpidbg::model::mpich {

struct Handles;

// Whether MPICH passes the communicator's messages on itself, without the device.
bool is_of_one_process(const Communicator &communicator);

class Requests final : public HandleReader {
 public:
  // Both outlive it.
  Requests(const Attachment &process, Handles &handles);

  Result<Request> read(Handle handle);
  // Without what the device has of it.
  Result<Request> read_head(Handle handle);
  // The handle that the program has of an MPIR_Request: that of a persistent request which has started it, or its own.
  // Null if it is not in use.
  Handle owner_of(Address request);
  Handle owner_of(Handle request);
  // What there is to know of a pending request, if reading it again would tell no more; else null. Lives until clear().
  const PendingRequest *plain(Address request);
  // The handles of requests that note the communicator, in the order of the table. Lives until clear().
  Result<const std::vector<std::uint32_t> *> on(Handle communicator);

  // Whether a request can have such data. `struct_name`: which the arguments are in, at `place`. Errors: corrupt.
  Status check_data(const char *struct_name, Address place, std::uint32_t datatype, std::int64_t count);
  // Whether the MPIR_Request can be what the request of UCX is for. Errors: corrupt.
  Status check_pending(Address request, Address in_ucx) const;
  // Why requests() or what is said of them is not all; empty if it is: that of their tables, those that are on no
  // communicator, and those that no queue has though they are pending.
  std::optional<Error> damage();

  // Which point-to-point requests are shown with peer, tag and transfer.
  Visibility point_to_point() const;
  // Why it is not known of all requests which communicator they are on; empty if it is.
  std::string communicators_problem() const { return point_to_point().problem(); }

  void clear() override;
  std::string problem() override;
  std::string why_unseen() override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }
  std::vector<HandleKind> refers_to() const override {
    return {HandleKind::communicator, HandleKind::datatype, HandleKind::window};
  }
  Status collect_references(References &references) override;

 private:
  using View = layout::View<RequestLayout>;

  // What the numbers of this version mean.
  struct Kinds {
    std::uint32_t generalized = 0, collective = 0, matched_probe = 0, window = 0;
  };

  Status index();
  void add(const PooledObject &object, const View &view, const Kinds &numbers);
  std::uint8_t glance(Address request, std::span<const std::byte> bytes) const;
  bool is_unpacked(const View &view) const;
  const PendingRequest *plain_at(std::size_t place);
  bool is_request(const PooledObject &object) const { return !not_requests_.contains(object.handle); }
  Result<Kinds> kinds() const;
  Result<View> view_at(Address request) const;
  Result<bool> is_complete(const View &view) const;
  Result<Request> read_shared(std::uint32_t handle) const;
  Status read_kind(const View &view, Request &request);
  Status read_persistent(const View &view, Request &request);
  Status read_partitioned(const View &view, Request &request);
  Status read_arguments(const layout::View<PersistentRequestLayout> &arguments, bool is_receive, Request &request);
  Status check_context(const layout::View<PersistentRequestLayout> &arguments, Handle communicator);
  Result<bool> is_on_one_process(const Request &request);
  Status read_own(const View &view, Request &request);
  Status read_schedule(Request &request);
  Status read_generalized(const View &view, Request &request) const;
  Status read_message(std::int32_t peer, std::int32_t tag, Request &request);
  void check_communicators();
  Status check_started(const View &persistent, const View &started);
  void read_data(std::uint32_t datatype, std::int64_t count, Address buffer, Request &request);

  const Attachment &process_;
  Handles &handles_;

  bool indexed_ = false, compared_ = false;
  std::size_t pending_collectives_ = 0;
  std::unordered_set<std::uint32_t> not_requests_;  // handles of MPIR_Requests that are messages or the library's own
  std::unordered_map<Address, Handle> started_;     // made by MPI_Start for the persistent request
  // Counters of partitioned requests whose data moves. Another request carries it, which counts down.
  std::unordered_set<Address> moving_;
  std::unordered_map<Address, std::vector<std::uint32_t>> by_communicator_;
  std::vector<PendingRequest> pending_;  // that the device carries, by address
  std::size_t recent_ = 0;               // the place in pending_ of the one that was asked for last
  std::optional<Error> damage_;
};

}  // namespace mpidbg::model::mpich
