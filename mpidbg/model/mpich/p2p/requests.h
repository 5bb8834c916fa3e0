#pragma once
// Reads a single request of MPICH. All requests are in one table, except for the shared ones that stand for operations
// that were complete when they started. The device has the peer and data of pending point-to-point operations that are
// not persistent. request_index.h has the facts about all requests together.

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/p2p/request_index.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/visibility.h"

namespace mpidbg::model::mpich {

struct Handles;

class Requests final : public HandleReader {
 public:
  // All arguments must outlive this object.
  Requests(const Attachment &process, Handles &handles, RequestIndex &index)
      : process_(process), handles_(handles), index_(index) {}

  // Errors: not_found if the handle is not in use.
  Result<Request> read(Handle handle);
  // Reads a request without the facts that the device has.
  Result<Request> read_head(Handle handle);
  // Checks that a request can have such data. `struct_name` is the struct with the arguments, and `place` its address.
  // Errors: corrupt.
  Status check_data(const char *struct_name, Address place, std::uint32_t datatype, std::int64_t count);

  // How completely point-to-point requests are shown with peer, tag and transfer.
  Visibility point_to_point() const;
  // Explains why the communicator of some requests is unknown; empty if all are known.
  std::string communicators_problem() const { return point_to_point().problem(); }

  std::string problem() override;
  std::string why_unseen() override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }
  std::vector<HandleKind> refers_to() const override {
    return {HandleKind::communicator, HandleKind::datatype, HandleKind::window};
  }
  Status collect_references(References &references) override;

 private:
  Result<Request> read_shared(std::uint32_t handle) const;
  Status read_kind(const RequestView &view, Request &request);
  Status read_persistent(const RequestView &view, Request &request);
  Status read_partitioned(const RequestView &view, Request &request);
  Status read_arguments(const layout::View<PersistentRequestLayout> &arguments, bool is_receive, Request &request);
  Status check_context(const layout::View<PersistentRequestLayout> &arguments, Handle communicator);
  Result<bool> is_on_one_process(const Request &request);
  Status read_own(const RequestView &view, Request &request);
  Status read_schedule(Request &request);
  Status read_generalized(const RequestView &view, Request &request) const;
  Status read_message(std::int32_t peer, std::int32_t tag, Request &request);
  Status check_started(const RequestView &persistent, const RequestView &started);
  // Valid only for data that check_data() has accepted.
  void read_data(std::uint32_t datatype, std::int64_t count, Address buffer, Request &request);

  const Attachment &process_;
  Handles &handles_;
  RequestIndex &index_;
};

}  // namespace mpidbg::model::mpich
