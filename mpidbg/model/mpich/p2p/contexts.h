#pragma once
// Finds the communicators of messages. Each transport identifies the communicator of a message by its context id.
//
// The order of calls and the lifetime of results are those of Open MPI's point-to-point layers.

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/ucx/operation_reader.h"

namespace mpidbg::model::mpich {

struct Handles;

// A communicator whose operations are read, and the marks on its messages.
struct MarkedCommunicator : ucx::CommunicatorPeers {
  // The context ids of sent and received messages, without the bit of collective operations.
  std::uint32_t sent = 0, received = 0;
};

class Contexts {
 public:
  using Where = std::shared_ptr<const MarkedCommunicator>;

  // Both arguments must outlive this object.
  Contexts(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  void clear();

  // Reads the context ids of all communicators, at most once until clear(). The functions below except communicator()
  // call it first; has_receiving(), has_sending() and on_send() require that it was called.
  Status index();

  bool has_receiving(std::uint64_t context_id) const { return receiving_.contains(context_id); }
  bool has_sending(std::uint64_t context_id) const { return sending_.contains(context_id); }
  // Returns the communicators whose messages are sent with the context id. An intercommunicator sends with the context
  // id of the receivers, which may be the id of another communicator in this process.
  std::span<const Handle> on_send(std::uint64_t context_id) const;

  Result<Where> communicator(Handle handle);
  // Returns the communicator whose messages arrive with the context id; null if none.
  Result<Where> receiving(std::uint64_t context_id);
  // Returns the rank of the process among the peers; nullopt if it is not one of them.
  std::optional<std::int32_t> rank_of(const ProcessName &process, const ucx::CommunicatorPeers &where);
  // Returns the communicators whose messages are shown on this one: the communicator itself, and those among and within
  // the nodes that MPICH uses for its collective operations. The result is empty for one of the latter, unless the
  // program's communicator no longer exists.
  Result<std::vector<Where>> shown_on(const Where &where);

 private:
  const Attachment &process_;
  Handles &handles_;

  // The outcome of reading.
  std::optional<Status> indexed_;
  std::unordered_map<std::uint64_t, Handle> receiving_;
  std::unordered_map<std::uint64_t, std::vector<Handle>> sending_;
  std::unordered_map<Handle, Where> communicators_;
  // Ranks by communicator and process.
  std::unordered_map<Handle, std::unordered_map<std::uint64_t, std::int32_t>> ranks_;
};

}  // namespace mpidbg::model::mpich
