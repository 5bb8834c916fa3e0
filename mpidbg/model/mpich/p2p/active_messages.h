#pragma once
// Point-to-point messages that MPICH carries by active messages and matches itself (matching_lists.h), as operations of
// MPI: all within a node, where the build has a device for shared memory.
//
// A pending send has its communicator; the library keeps peer, tag and data of some sends only, and no mark shows
// which. A receive from any source is pending here and in the network device: two requests, of which the program has
// the one that is here.
//
// What is not here: messages in the shared memory that no call of the receiver has taken from it yet.

#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/mpich/p2p/carried_requests.h"
#include "mpidbg/model/mpich/p2p/contexts.h"
#include "mpidbg/model/mpich/p2p/matching_lists.h"
#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/objects/progress.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/visibility.h"

namespace mpidbg::model::mpich {

class ActiveMessages {
 public:
  // Entries of one queue of one communicator, in the order of their list.
  struct Entries {
    std::vector<ListedRequest> entries;
    std::optional<Error> problem;  // where the list could not be followed further
  };

  // Both outlive it.
  ActiveMessages(const Attachment &process, Handles &handles);

  // Whether this build carries messages this way; without it every list is empty.
  bool used() const { return used_; }
  // Why they cannot be seen; empty if they can, or none are carried so.
  const std::string &problem() const { return problem_; }

  void clear();

  // Posted receives or unexpected messages; no other queue has any.
  Result<Entries> entries(const MarkedCommunicator &where, Queue queue);
  // Messages with context ids that no communicator of the process receives, or of these those with the one given.
  Result<Entries> unclaimed(std::optional<std::uint64_t> context_id = {});
  // Fills `operation`. `where`: null for such a message.
  Status read(const ListedRequest &entry, Queue queue, const MarkedCommunicator *where, Operation &operation);

  // The MPIR_Request is not one of the program's own: an unexpected message, or the second request of a receive from
  // any source.
  bool is_hidden(const layout::View<RequestLayout> &request);
  // entries() returns it as a posted receive.
  bool is_posted(Address request);

  // As Queues::progress: whether no other process of the node has written something that this one has not taken.
  // Errors: not_supported; those of reading.
  Result<Progress> progress() const;

  // Whether the lists can have all that they should: no pending receive says that it is in one and is not, the
  // communicator of each posted one is known. Errors: corrupt.
  Status check(std::span<const PendingRequest> pending);

  // Fills what is known of a pending receive whose other members are known: source, tag, data, and what it has matched.
  Status read_request(Request &request);
  // Posted receives of nonblocking collectives.
  std::vector<Handle> in_nonblocking_collectives();
  // Fills source, tag and size of a matched message; false if it is none of these.
  Result<bool> read_message(const layout::View<RequestLayout> &request, Message &message);

 private:
  bool has_lists() const { return used_ && problem_.empty(); }

  struct Index {
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_context;  // places in the list
    std::unordered_set<Address> requests;
  };

  const Index &index(std::optional<Index> &index, const MatchingList &list);
  const Index &posted() { return index(posted_, lists_.posted()); }
  const Index &unexpected() { return index(unexpected_, lists_.unexpected()); }
  Status fill_peer(const ListedRequest &entry, const MarkedCommunicator &where, Operation &operation) const;
  // Only for data that check_data() has accepted.
  void fill_data(const ListedRequest &entry, Operation &operation);
  Result<std::optional<bool>> is_shared_memory_empty() const;
  Result<layout::View<ActiveMessageStateLayout>> state_of(const ListedRequest &entry) const;

  const Attachment &process_;
  Handles &handles_;
  const bool used_;
  MatchingLists lists_;
  std::string problem_;
  std::optional<Index> posted_, unexpected_;
};

}  // namespace mpidbg::model::mpich
