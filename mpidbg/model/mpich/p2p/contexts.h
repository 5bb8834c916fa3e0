#pragma once
// Which communicators messages are on: whatever carries a message names the communicator by its context id.
//
// Order of calls, and how long what was read is kept: as the point-to-point layers of Open MPI.

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/ucx/operation_reader.h"

namespace mpidbg::model::mpich {

struct Handles;

// A communicator whose operations are read, and how its messages are marked.
struct MarkedCommunicator : ucx::CommunicatorPeers {
  // Context ids of messages sent and received, without the bit of collective operations.
  std::uint32_t sent = 0, received = 0;
};

class Contexts {
 public:
  using Where = std::shared_ptr<const MarkedCommunicator>;

  // Both outlive it.
  Contexts(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  void clear();

  // Reads the context ids of all communicators, at most once until clear(). Those below, but for communicator(), ask
  // for it before; has_...() and on_send() need it.
  Status index();

  bool has_receiving(std::uint64_t context_id) const { return receiving_.contains(context_id); }
  bool has_sending(std::uint64_t context_id) const { return sending_.contains(context_id); }
  // The communicators whose messages are sent with the context id. Those of intercommunicators are the receivers', and
  // may be those of other communicators here.
  std::span<const Handle> on_send(std::uint64_t context_id) const;

  Result<Where> communicator(Handle handle);
  // The communicator that messages with the context id come on; null if there is none.
  Result<Where> receiving(std::uint64_t context_id);
  // The rank of the process among the peers; empty if it is none of them.
  std::optional<std::int32_t> rank_of(const ProcessName &process, const ucx::CommunicatorPeers &where);
  // The communicators whose messages are shown on this one: itself, and those among and within the nodes on which
  // MPICH runs its collective operations. None for such a one, unless the program's is gone.
  Result<std::vector<Where>> shown_on(const Where &where);

 private:
  const Attachment &process_;
  Handles &handles_;

  std::optional<Status> indexed_;  // how it went
  std::unordered_map<std::uint64_t, Handle> receiving_;
  std::unordered_map<std::uint64_t, std::vector<Handle>> sending_;
  std::unordered_map<Handle, Where> communicators_;
  // By communicator and process.
  std::unordered_map<Handle, std::unordered_map<std::uint64_t, std::int32_t>> ranks_;
};

}  // namespace mpidbg::model::mpich
