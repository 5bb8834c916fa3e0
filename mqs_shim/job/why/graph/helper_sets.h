#pragma once
// Sets of possible helpers as single nodes of the graph, shared by all who wait for them: any member of a communicator,
// all that have not entered a collective, all of a list.

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

// Nodes of one process: able to do anything, able to send messages inside collectives, and able to make another call:
// one that is in MPI_Finalize will not.
struct ProcessNodes {
  ReleaseGraph::Node anything = 0, inside_collectives = 0, calls = 0;
};

class HelperSets {
 public:
  using Node = ReleaseGraph::Node;

  HelperSets(std::span<const Evidence> evidence, const ProcessIndex &processes, const CommunicatorIndex &communicators,
             const Collectives &collectives, const Snapshots &pictures, const std::vector<ProcessNodes> &nodes,
             Node able, ReleaseGraph &graph);

  // Some of the helpers is able. `doubt`: what a proof has to be at least as weak as, because of the members.
  struct Some {
    Node node = 0;
    Proof doubt = Proof::counters;
    bool unseen = false;  // there is no evidence of some: then it is able
    bool hidden = false;  // what they do for each other cannot be seen: then it is able
  };

  // Members of a communicator as a process sees it: those that it can receive from.
  Some some_sender(std::uint32_t process, std::int32_t communicator, bool inside_collectives);
  // All members, of both groups. Messages inside collectives that nobody sees are not accounted for.
  Some some_member(CommunicatorIndex::Id communicator);
  // Of a list of processes. Two of them that wait for some of it, as for a lock or an epoch, may be about to release
  // each other: nobody sees the answers that are under way between them.
  Some some_of(const Members &members);

  // One of the two is able to make another call.
  Node either_of(std::uint32_t one, std::uint32_t other);

  // All members that have not entered the collective, or are busy in it, are able. Each is doubted by itself.
  struct Participants {
    Node node = 0;
    std::uint32_t entered = 0;  // members that have, as far as was seen
    std::uint32_t absent = 0;   // members that have not
    std::uint32_t busy = 0;     // of those that have (Collectives::is_busy)
    bool by_numbers = true;     // that is known by the numbers of the collectives, of all absent ones
    bool unseen = false;        // there is no evidence of some members, who may not have entered
    bool traces = true;         // all members have counters that show whether anything moves
  };
  const Participants &participants(const Collective &collective, CommunicatorIndex::Id communicator);

  // All of the list are able; with `come`, those whose state is before it (ProcessState::in_init, in_finalize).
  struct All {
    Node node = 0;
    std::uint32_t awaited = 0;  // how many have to do something
    bool unseen = false;        // there is no evidence of some, who count as able
  };
  All all_of(const Members &members, std::optional<ProcessState> come);

  // Those whose help a window needs are able. Each is doubted by itself, as a partner of `process`.
  // Whether so many processes may be looked at for it.
  bool can_afford(std::int64_t steps);
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
  std::size_t steps_ = 0;  // of collecting all participants
};

// Whether a process is in the state `come` (in_init, in_finalize) or has been there. One that has exited may have: when
// a job ends, some have left MPI_Finalize and exited while others are on their way out.
bool has_come(const Evidence &evidence, ProcessState come);

// Whether others that are in the state `come` wait for the process: it has not come there, or it has, and is stopped,
// runs the program's code in MPI_Init or MPI_Finalize or is blocked by the system there.
bool is_awaited(const Evidence &evidence, ProcessState come);

}  // namespace mqs_shim::why
