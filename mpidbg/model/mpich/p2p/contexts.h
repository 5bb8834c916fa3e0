#pragma once
// Finds the communicators of messages. Each transport marks a message with the context id of its communicator.
//
// The rules for the order of calls and the lifetime of results are those of model/openmpi/p2p/layer.h.

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/ucx/operation_reader.h"

namespace mpidbg::model::mpich {

struct Handles;

// Describes a communicator whose operations are read, together with the context ids in its messages.
struct MarkedCommunicator : ucx::CommunicatorPeers {
  // The context ids of messages that are sent and received, without the bit of collective operations.
  std::uint32_t sent = 0, received = 0;
};

class Contexts {
 public:
  using Where = std::shared_ptr<const MarkedCommunicator>;

  // Both arguments must outlive this object.
  Contexts(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  void clear();

  // Reads the context ids of all communicators, at most once until clear(). Must be called before has_receiving(),
  // has_sending() and on_send(). The other functions below call it themselves if they need it.
  Status index();

  bool has_receiving(std::uint64_t context_id) const { return receiving_.contains(context_id); }
  bool has_sending(std::uint64_t context_id) const { return sending_.contains(context_id); }
  // Returns the communicators whose messages are sent with the context id. An intercommunicator sends with the
  // receivers' context id; another communicator in this process may have the same id.
  std::span<const Handle> on_send(std::uint64_t context_id) const;

  Result<Where> communicator(Handle handle);
  // Returns the communicator whose messages arrive with the context id; null if there is none.
  Result<Where> receiving(std::uint64_t context_id);
  // Returns the rank of a process among the peers of a communicator; nullopt if it is not one of them.
  std::optional<std::int32_t> rank_of(const ProcessName &process, const ucx::CommunicatorPeers &where);
  // Returns the communicators whose messages are shown as messages of `where`: `where` itself, and the communicators
  // that MPICH made from `where` for collective operations among and within the nodes. If `where` is such a
  // communicator among or within nodes, the result is empty unless the program's communicator no longer exists.
  Result<std::vector<Where>> shown_on(const Where &where);

 private:
  const Attachment &process_;
  Handles &handles_;

  // The outcome of index().
  std::optional<Status> indexed_;
  std::unordered_map<std::uint64_t, Handle> receiving_;
  std::unordered_map<std::uint64_t, std::vector<Handle>> sending_;
  std::unordered_map<Handle, Where> communicators_;
  // The ranks of processes, by communicator.
  std::unordered_map<Handle, std::unordered_map<std::uint64_t, std::int32_t>> ranks_;
};

}  // namespace mpidbg::model::mpich
