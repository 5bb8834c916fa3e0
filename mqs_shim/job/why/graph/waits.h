#pragma once
// Builds the graph of waits from the evidence of a job: which process can act, who waits for whom, and what each wait
// can prove.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"
#include "mqs_shim/job/why/evidence/partitioned.h"
#include "mqs_shim/job/why/graph/collectives.h"
#include "mqs_shim/job/why/graph/helper_sets.h"
#include "mqs_shim/job/why/graph/messages.h"
#include "mqs_shim/job/why/graph/release.h"
#include "mqs_shim/job/why/graph/roles.h"
#include "mqs_shim/job/why/graph/snapshots.h"
#include "mqs_shim/job/why/graph/windows.h"
#include "mqs_shim/job/why/graph/wire.h"

namespace mqs_shim::why {

// Names something that waits: a thread, or the schedule of a nonblocking collective.
struct Agent {
  std::uint32_t process = 0;  // index of the evidence
  std::uint32_t index = 0;    // index of the thread or schedule in the evidence
  bool schedule = false;
  auto operator<=>(const Agent &) const = default;
};

// Says whether a condition needs help of another process, or why it may be met without any.
enum class Outlook : std::uint8_t {
  // The condition is met only if another process or thread acts.
  needs_help,
  message,    // a message that meets the condition has arrived, or is pending at its sender
  under_way,  // a message may be under way, or the snapshots are of different times
  matched,    // the message has been matched, or needs no receive, so that the operation completes by itself
  progress,   // both sides have made their calls, but the other process moves no data because it is outside of MPI
  entered,    // all processes that have to enter the collective have entered
  excluded,   // the agent does not wait for this condition, but for another one
  program,    // the program of the same process has to complete the operation
  outside,    // the condition depends on something outside of the job
  unseen      // the needed process has no evidence, or it is not understood what is needed
};

// Says how one condition of an agent (a waiting thread or schedule) may be met. The condition is met if the node
// `target` is able to act. A proof that is better than `doubt` has to treat the condition as met.
struct Prospect {
  ReleaseGraph::Node target = 0;
  Proof doubt = Proof::counters;
  Outlook outlook = Outlook::needs_help;
  bool unseen_helpers = false;  // some processes that could or must help have no evidence
};

// These numbers limit the work for a condition's helpers (the processes that could meet it). Up to few_helpers, all
// pairs are compared. At most most_helpers are named.
inline constexpr std::size_t few_helpers = 64, most_helpers = 4096;

// Holds the graph of waits, and all indices of the evidence from which it was made.
class Waits {
 public:
  // `equal` says for each process whether two looks at it were equal (Looks::equal); it is empty if there was one look.
  // The evidence must outlive this object.
  Waits(std::span<const Evidence> evidence, const std::vector<bool> &equal);
  Waits(const Waits &) = delete;
  Waits &operator=(const Waits &) = delete;

  std::span<const Evidence> evidence() const { return evidence_; }
  const ProcessIndex &processes() const { return processes_; }
  const CommunicatorIndex &communicators() const { return communicators_; }
  const Messages &messages() const { return messages_; }
  const Wire &wire() const { return wire_; }
  const Snapshots &pictures() const { return snapshots_; }
  const Collectives &collectives() const { return collectives_; }
  const Windows &windows() const { return windows_; }
  const Partitioned &partitioned() const { return partitioned_; }
  const ReleaseGraph &graph() const { return graph_; }
  Role role(std::uint32_t process) const { return roles_[process]; }

  // Lists the agents (everything that waits) in the order of processes, the threads of each process before its
  // schedules. An agent's number is its position in this list.
  const std::vector<Agent> &agents() const { return agents_; }
  // Returns the number of a thread or schedule in agents(), or nothing if it does not wait.
  std::optional<std::uint32_t> number_of(const Agent &agent) const;
  ReleaseGraph::Node node(std::size_t agent) const { return static_cast<ReleaseGraph::Node>(agent) + first_agent; }
  std::size_t agent_of(ReleaseGraph::Node node) const { return node - first_agent; }
  // Returns the node that is able (release.h) if the agent's process can make another MPI call.
  ReleaseGraph::Node calls_node(std::size_t agent) const { return process_nodes_[agents_[agent].process].calls; }

  // Returns how each condition of an agent may be met. An agent's conditions are those of the thread, or the operations
  // in the current round of the schedule. If a schedule's messages cannot be seen, its collective is the only
  // condition.
  std::span<const Prospect> prospects(std::size_t agent) const;
  // Returns true if the agent waits until all of its conditions are met, and false if one of them suffices.
  bool needs_all(std::size_t agent) const;
  // Returns the condition that prospects(agent)[index] is about.
  Condition condition(std::size_t agent, std::size_t index) const;
  // Returns the collective that the agent (a waiting thread or schedule) is in, or null.
  const Collective *collective(std::size_t agent) const;
  // Returns at most `most` processes whose help condition `index` of the agent needs. Includes processes that have
  // exited, but not those without evidence.
  std::vector<std::uint32_t> helpers(std::size_t agent, std::size_t index, std::size_t most) const;
  // For a condition that is a receive: returns the processes at which the message for it is still pending
  // (Messages::pending_senders).
  std::vector<std::uint32_t> senders(std::size_t agent, std::size_t index) const;
  // Returns at most `most` processes without evidence whose help condition `index` of the agent needs.
  std::vector<ProcessId> unseen_helpers(std::size_t agent, std::size_t index, std::size_t most) const;

 private:
  using Node = ReleaseGraph::Node;
  std::vector<Members> groups_of(std::size_t agent, std::size_t index) const;
  static constexpr Node able_ = 0, gone_ = 1, first_agent = 2;

  void find_agents();
  void make_process_nodes();
  void connect(std::size_t agent, HelperSets &sets);
  Prospect judge(const Agent &agent, const Condition &condition, HelperSets &sets) const;
  bool wait_for_progress(const std::vector<std::uint32_t> &processes) const;
  Node partner(std::uint32_t process, const Operation &message, std::uint32_t peer) const;
  Prospect judge_receive(std::uint32_t process, std::uint32_t index, HelperSets &sets) const;
  Prospect judge_send(std::uint32_t process, std::uint32_t index) const;
  Prospect judge_partitioned(std::uint32_t process, const Operation &operation, HelperSets &sets) const;
  Prospect judge_transfer(std::uint32_t process, const Operation &transfer) const;
  Prospect judge_members(std::uint32_t process, const Members &members, HelperSets &sets) const;
  Prospect judge_window(std::uint32_t process, const Condition &condition, HelperSets &sets) const;
  Prospect judge_collective(std::uint32_t process, const Collective &collective, HelperSets &sets) const;

  std::span<const Evidence> evidence_;
  ProcessIndex processes_;
  CommunicatorIndex communicators_;
  Messages messages_;
  Wire wire_;
  Snapshots snapshots_;
  Collectives collectives_;
  Windows windows_;
  Partitioned partitioned_;
  ReleaseGraph graph_;
  std::vector<Role> roles_;
  std::vector<Agent> agents_;
  std::vector<std::uint32_t> first_schedule_;  // for each process: the agent number of its first schedule, or `none`
  std::vector<ProcessNodes> process_nodes_;
  std::vector<Prospect> prospects_;
  std::vector<std::size_t> begin_;  // for each agent, its first position in `prospects_`
};

}  // namespace mqs_shim::why
