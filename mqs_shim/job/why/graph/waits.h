#pragma once
// The evidence of a job as a graph of waits: who can act, who waits for whom, and what each wait can prove.

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

// Something that waits: a thread, or the schedule of a nonblocking collective.
struct Agent {
  std::uint32_t process = 0;  // index of the evidence
  std::uint32_t index = 0;    // of the thread or schedule in it
  bool schedule = false;
  auto operator<=>(const Agent &) const = default;
};

// Why a condition may come true although nobody who is stuck helps; or that it needs help.
enum class Outlook : std::uint8_t {
  needs_help,
  message,    // a message for it is here, or pending at its sender
  under_way,  // a message may be under way, or the pictures are of different times
  matched,    // its message has been matched, or needs no receive: it goes on by itself
  progress,   // both sides have asked for it, and the other one is outside of MPI, where it moves no data
  entered,    // those who have to enter have
  excluded,   // it is not what the agent waits for: one of its others is
  program,    // the program of its own process completes it
  outside,    // it depends on something outside of the job
  unseen      // there is no evidence of the process that it needs, or what it needs is not understood
};

// One condition of an agent, judged. It comes true if `target` is able, or if a proof is better than `doubt`.
struct Prospect {
  ReleaseGraph::Node target = 0;
  Proof doubt = Proof::counters;
  Outlook outlook = Outlook::needs_help;
  bool unseen_helpers = false;  // there is no evidence of some that could or have to help
};

// How many helpers of a condition are looked at: where all are compared, and where each is named.
inline constexpr std::size_t few_helpers = 64, most_helpers = 4096;

class Waits {
 public:
  // `equal`: for each process, that two looks were equal (Looks::equal); empty if there was one look. The evidence has
  // to outlive this.
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

  // In the order of processes, the threads of each before its schedules.
  const std::vector<Agent> &agents() const { return agents_; }
  // The number of one of them; nothing of what does not wait.
  std::optional<std::uint32_t> number_of(const Agent &agent) const;
  ReleaseGraph::Node node(std::size_t agent) const { return static_cast<ReleaseGraph::Node>(agent) + first_agent; }
  std::size_t agent_of(ReleaseGraph::Node node) const { return node - first_agent; }
  // Of the process of an agent: able to make another call.
  ReleaseGraph::Node calls_node(std::size_t agent) const { return process_nodes_[agents_[agent].process].calls; }

  // The conditions of an agent, by its number; of a schedule whose messages are seen the operations of its round, of
  // one whose are not its collective.
  std::span<const Prospect> prospects(std::size_t agent) const;
  // Whether it needs all of them.
  bool needs_all(std::size_t agent) const;
  // The condition that a prospect is about.
  Condition condition(std::size_t agent, std::size_t index) const;
  // The collective of an agent, if it is in one.
  const Collective *collective(std::size_t agent) const;
  // The processes whose help a condition needs, gone ones too; at most `most`. Those without evidence are left out.
  std::vector<std::uint32_t> helpers(std::size_t agent, std::size_t index, std::size_t most) const;
  // Of a receive: those at which its message is pending, if it is nowhere else (Messages::pending_senders).
  std::vector<std::uint32_t> senders(std::size_t agent, std::size_t index) const;
  // Those without evidence.
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
  std::vector<std::uint32_t> first_schedule_;  // of each process: the agent number of its schedule 0, or none
  std::vector<ProcessNodes> process_nodes_;
  std::vector<Prospect> prospects_;
  std::vector<std::size_t> begin_;  // of each agent in `prospects_`
};

}  // namespace mqs_shim::why
