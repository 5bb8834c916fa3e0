#pragma once
// Represents each set of possible helpers (processes that could end a wait) by a single node of the wait-for graph. All
// agents (threads and nonblocking collectives) that wait for the set share the node. Such a set is, for example, all
// members of a communicator, or all that have not entered a collective. Sharing keeps the graph linear in the number of
// processes.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"
#include "mqs_shim/job/why/graph/collectives.h"
#include "mqs_shim/job/why/graph/release.h"
#include "mqs_shim/job/why/graph/snapshots.h"
#include "mqs_shim/job/why/graph/windows.h"

namespace mqs_shim::why {

// Holds the graph's nodes of one process. A node is "able" (release.h) if its event may still happen. For `anything`,
// the event is that the process acts at all; for `inside_collectives`, that it sends messages within a collective; for
// `calls`, that it makes another MPI call (a process in MPI_Finalize cannot).
struct ProcessNodes {
  ReleaseGraph::Node anything = 0, inside_collectives = 0, calls = 0;
};

// Makes the graph's nodes for sets of helpers (processes that could end a wait). All arguments of the constructor must
// outlive this object; the nodes are added to `graph`.
class HelperSets {
 public:
  using Node = ReleaseGraph::Node;

  HelperSets(std::span<const Evidence> evidence, const ProcessIndex &processes, const CommunicatorIndex &communicators,
             const Collectives &collectives, const Snapshots &pictures, const std::vector<ProcessNodes> &nodes,
             Node able, ReleaseGraph &graph);

  // Describes a node that is able (may still act) if at least one helper of the set is able.
  struct Some {
    Node node = 0;
    // A proof that relies on this node being stuck can at best be `doubt`.
    Proof doubt = Proof::counters;
    bool unseen = false;  // some helpers have no evidence, so that the node counts as able
    bool hidden = false;  // it cannot be seen whether helpers help each other; the node counts as able
  };

  // Makes the set of processes from which `process` can receive on the communicator.
  Some some_sender(std::uint32_t process, std::int32_t communicator, bool inside_collectives);
  // Makes the set of all members of the communicator; for an intercommunicator, of both groups. Ignores that members
  // may be exchanging internal messages that cannot be seen.
  Some some_member(CommunicatorIndex::Id communicator);
  // Makes the set of the listed processes. If two of them wait for a lock or an epoch of each other, they may be about
  // to release each other, because the answers between them cannot be seen.
  Some some_of(const Members &members);

  // Returns a node that is able (may still act) if one of the two processes can make another MPI call.
  Node either_of(std::uint32_t one, std::uint32_t other);

  // Describes a node for the members that have not entered the collective or are busy in it. The node is able if all of
  // them are able. What can be proved about a member is limited for each member separately (ReleaseGraph::doubt).
  struct Participants {
    Node node = 0;
    std::uint32_t entered = 0;  // number of members that were seen to have entered
    std::uint32_t absent = 0;   // number of members that have not entered
    std::uint32_t busy = 0;     // number of members that have entered and are busy (Collectives::is_busy)
    bool by_numbers = true;     // the numbers of the collectives show for each absent member that it has not entered
    bool unseen = false;        // some members have no evidence and may not have entered
    bool traces = true;         // all members have counters that change whenever they make progress
  };
  const Participants &participants(const Collective &collective, CommunicatorIndex::Id communicator);

  // Describes a node that is able if all processes of a list are able. With `come` (ProcessState::in_init or
  // in_finalize), only those processes count for which ranks in this state still wait (is_awaited()).
  struct All {
    Node node = 0;
    std::uint32_t awaited = 0;  // number of processes that have to act
    bool unseen = false;        // some processes have no evidence and count as able
  };
  All all_of(const Members &members, std::optional<ProcessState> come);

  // Adds `steps` to the number of visited processes. Returns true as long as that number is within the limit for the
  // job.
  bool can_afford(std::int64_t steps);
  // Returns a node that is able if the processes in `helpers` are able. `process` waits for them in `window`. How well
  // the snapshot of a helper fits that of `process` limits what can be proved about the helper.
  Node of_window(std::uint32_t process, const Window &window, const WindowHelpers &helpers);

 private:
  Some make_some(std::span<const Members> members, Node ProcessNodes::*ability);
  Node doubted(Node node, Proof doubt);
  Proof doubt_of(CommunicatorIndex::Id communicator);

  std::span<const Evidence> evidence_;
  const ProcessIndex &processes_;
  const CommunicatorIndex &communicators_;
  const Collectives &collectives_;
  const Snapshots &snapshots_;
  const std::vector<ProcessNodes> &nodes_;
  const Node able_;
  ReleaseGraph &graph_;

  struct SendersKey {
    CommunicatorIndex::Id communicator;
    bool remote_first, inside_collectives;
    auto operator<=>(const SendersKey &) const = default;
  };
  std::map<SendersKey, Some> senders_;
  std::unordered_map<CommunicatorIndex::Id, Some> members_;
  std::unordered_map<CommunicatorIndex::Id, Proof> doubts_;
  std::unordered_map<Members, Some, MembersHash> lists_;
  std::unordered_map<Members, All, MembersHash> all_[3];
  std::map<std::tuple<CommunicatorIndex::Id, std::string, std::int64_t, std::int64_t>, Participants> participants_;
  std::size_t steps_ = 0;  // processes visited so far while collecting participants
};

// Returns true if a process is in the state `come` (in_init or in_finalize) or has been in it. That includes processes
// that have exited, as some ranks leave MPI_Finalize and exit while others are still in it.
bool has_come(const Evidence &evidence, ProcessState come);

// Returns true if ranks in the state `come` wait for the process. The process then has not got there, is stopped, runs
// code of the program in MPI_Init or MPI_Finalize, or is blocked there in a system call.
bool is_awaited(const Evidence &evidence, ProcessState come);

}  // namespace mqs_shim::why
