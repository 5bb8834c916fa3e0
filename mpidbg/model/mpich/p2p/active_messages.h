#pragma once
// Reads point-to-point messages that MPICH transports by active messages and matches itself (matching_lists.h). In
// builds with a device for shared memory, these are all messages within a node.
//
// For a pending send, the communicator is known. The library stores peer, tag and data for some sends only, and nothing
// marks these sends. A receive from any source is pending both in MPICH's own list and in the network device. Such a
// receive consists of two requests, and the program has the handle of the one in MPICH's list.
//
// One thing is invisible: messages in shared memory that the receiver has not taken out yet.

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
  // Holds the entries of one queue of one communicator, in the order of the library's list.
  struct Entries {
    std::vector<ListedRequest> entries;
    // The reason why the list ends early; empty if it is complete.
    std::optional<Error> problem;
  };

  // Both arguments must outlive this object.
  ActiveMessages(const Attachment &process, Handles &handles);

  // Returns true if this build uses active messages for point-to-point messages. Otherwise every list is empty.
  bool used() const { return used_; }
  // Explains why messages that are transported by active messages cannot be seen; empty if they can or if this build
  // has none.
  const std::string &problem() const { return problem_; }

  // Discards all cached data at a new stop.
  void clear();

  // Returns the posted receives or the unexpected messages of a communicator. The result is empty for other queues.
  Result<Entries> entries(const MarkedCommunicator &where, Queue queue);
  // Returns messages whose context ids belong to no communicator of the process: all such messages, or those with the
  // given id.
  Result<Entries> unclaimed(std::optional<std::uint64_t> context_id = {});
  // Fills in `operation` from an entry. `where` is null for a message from unclaimed().
  Status read(const ListedRequest &entry, Queue queue, const MarkedCommunicator *where, Operation &operation);

  // Returns true if the program has no handle of the MPIR_Request, because it is an unexpected message or the second
  // request of a receive from any source.
  bool is_hidden(const layout::View<RequestLayout> &request);
  // Returns true if entries() returns the request as a posted receive.
  bool is_posted(Address request);

  // Reports whether other processes of the node have written messages that this process has not taken yet; see
  // Queues::progress(). Errors: not_supported; those of reading.
  Result<Progress> progress() const;

  // Checks that the lists can be complete. Each pending receive must be in a list if its flags say so, and the
  // communicator of each posted receive must be known. Errors: corrupt.
  Status check(std::span<const PendingRequest> pending);

  // Fills in source, tag, data and the matched message of a pending receive. The caller must have filled in the other
  // members.
  Status read_request(Request &request);
  // Returns the posted receives that belong to nonblocking collectives.
  std::vector<Handle> in_nonblocking_collectives();
  // Fills in source, tag and size of a matched message. Returns false if it was not transported by active messages.
  Result<bool> read_message(const layout::View<RequestLayout> &request, Message &message);

 private:
  bool has_lists() const { return used_ && problem_.empty(); }

  struct Index {
    // For each context id, the indices of its entries in the list.
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_context;
    std::unordered_set<Address> requests;
  };

  const Index &index(std::optional<Index> &index, const MatchingList &list);
  const Index &posted() { return index(posted_, lists_.posted()); }
  const Index &unexpected() { return index(unexpected_, lists_.unexpected()); }
  Status fill_peer(const ListedRequest &entry, const MarkedCommunicator &where, Operation &operation) const;
  // Fills in the data of `operation`. Valid only for data that check_data() has accepted.
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
