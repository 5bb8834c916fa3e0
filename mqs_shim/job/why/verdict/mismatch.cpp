#include "mqs_shim/job/why/verdict/mismatch.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <tuple>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/job/why/evidence/collective_names.h"
#include "mqs_shim/job/why/verdict/stuck.h"

namespace mqs_shim::why {

namespace {

constexpr std::size_t most_kinds = 16;    // different collectives on one communicator
constexpr std::size_t most_members = 16;  // members that are in each of these collectives

struct InCollective {
  std::uint32_t agent = 0;
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  const Collective *collective = nullptr;
};

class Core {
 public:
  Core(const Waits &waits, const std::vector<Proof> &stuck, const std::vector<std::uint32_t> &agents)
      : waits_(waits), stuck_(stuck) {
    for (const std::uint32_t agent : agents) {
      const Collective *collective = waits.collective(agent);
      if (collective == nullptr) continue;
      const std::uint32_t process = waits.agents()[agent].process;
      const auto communicator = waits.communicators().id(process, collective->communicator);
      if (communicator != CommunicatorIndex::unknown) by_process[process].push_back({agent, communicator, collective});
    }
  }

  bool is_mismatch(const InCollective &one, const InCollective &other) const {
    return waits_.agents()[one.agent].process != waits_.agents()[other.agent].process &&
           one.communicator == other.communicator && !can_be_same(*one.collective, *other.collective) &&
           (have_one_number(one, other) || (cannot_have_left(one, other) && cannot_have_left(other, one)));
  }

  std::map<std::uint32_t, std::vector<InCollective>> by_process;

 private:
  // Returns true if two collectives on a communicator that cannot be the same have one number there. On an
  // intercommunicator members pass different roots to the same collective.
  bool have_one_number(const InCollective &one, const InCollective &other) const {
    const bool roots_count = waits_.communicators().all()[one.communicator].remote_members.empty();
    return one.collective->sequence && one.collective->sequence == other.collective->sequence &&
           (roots_count || !may_have_same_name(*one.collective, *other.collective));
  }

  // Returns true if the process that is in `later` now cannot have left the collective `waiting` before.
  bool cannot_have_left(const InCollective &waiting, const InCollective &later) const {
    const Agent &agent = waits_.agents()[waiting.agent];
    const std::uint32_t other = waits_.agents()[later.agent].process;
    if (waits_.collectives().entered(*waiting.collective, waiting.communicator, other) == Entered::yes) return false;
    const GlobalCommunicator &members = waits_.communicators().all()[waiting.communicator];
    const auto rank = members.members.rank_of(waits_.evidence()[agent.process].id);
    if (needs_of(*waiting.collective, rank, !members.remote_members.empty()) == Needs::all) return true;
    for (const std::uint32_t index : proving_conditions(waits_, stuck_, waiting.agent)) {
      if (waits_.condition(waiting.agent, index).kind != ConditionKind::operation) continue;
      const std::vector<std::uint32_t> helpers = waits_.helpers(waiting.agent, index, few_helpers);
      if (std::find(helpers.begin(), helpers.end(), other) != helpers.end()) {
        return true;
      }
    }
    return false;
  }

  const Waits &waits_;
  const std::vector<Proof> &stuck_;
};

using Found = std::optional<std::pair<std::uint32_t, std::uint32_t>>;

// Finds two agents of the knot in different collectives, one of which waits for a message of the other.
Found find_direct(const Waits &waits, const std::vector<Proof> &stuck, const Core &core) {
  for (const auto &[process, waiting] : core.by_process) {
    for (const InCollective &one : waiting) {
      for (const std::uint32_t index : proving_conditions(waits, stuck, one.agent)) {
        if (waits.condition(one.agent, index).kind != ConditionKind::operation) continue;
        for (const std::uint32_t helper : waits.helpers(one.agent, index, few_helpers)) {
          const auto others = core.by_process.find(helper);
          if (others == core.by_process.end()) continue;
          for (const InCollective &other : others->second) {
            if (core.is_mismatch(one, other)) return std::pair{one.agent, other.agent};
          }
        }
      }
    }
  }
  return std::nullopt;
}

// Finds two agents of the knot in different collectives on one communicator. Compares only a limited number of pairs.
Found find_among_classes(const Core &core) {
  using Class = std::tuple<std::string, std::optional<std::int32_t>, std::optional<std::int64_t>>;
  std::map<CommunicatorIndex::Id, std::map<Class, std::vector<InCollective>>> classes;
  for (const auto &[process, waiting] : core.by_process) {
    for (const InCollective &one : waiting) {
      auto &of_communicator = classes[one.communicator];
      const Class kind{one.collective->name, one.collective->root, one.collective->sequence};
      if (of_communicator.size() >= most_kinds && !of_communicator.contains(kind)) continue;
      std::vector<InCollective> &members = of_communicator[kind];
      if (members.size() < most_members) members.push_back(one);
    }
  }
  for (const auto &[communicator, kinds] : classes) {
    for (auto one = kinds.begin(); one != kinds.end(); ++one) {
      for (auto other = std::next(one); other != kinds.end(); ++other) {
        for (const InCollective &a : one->second) {
          for (const InCollective &b : other->second) {
            if (core.is_mismatch(a, b)) return std::pair{a.agent, b.agent};
          }
        }
      }
    }
  }
  return std::nullopt;
}

bool waits_for_own_schedules(const Waits &waits, std::uint32_t number) {
  const Agent &agent = waits.agents()[number];
  if (agent.schedule) return false;
  const std::vector<Condition> &conditions = waits.evidence()[agent.process].threads[agent.index].conditions;
  return std::all_of(conditions.begin(), conditions.end(),
                     [](const Condition &condition) { return condition.kind == ConditionKind::schedule; });
}

// Returns two agents of the knot if all its agents appear to be in the same collective on one communicator, each
// process in one only. As they wait only for each other, some argument must differ: members that call the same
// collectives in the same order with matching arguments complete them.
Found find_disagreement(const Waits &waits, const Core &core, const std::vector<std::uint32_t> &agents) {
  const InCollective *first = nullptr, *other = nullptr;
  for (const std::uint32_t number : agents) {
    if (waits_for_own_schedules(waits, number)) continue;
    const auto of_process = core.by_process.find(waits.agents()[number].process);
    if (of_process == core.by_process.end()) return std::nullopt;
    const InCollective *one = nullptr;
    for (const InCollective &entered : of_process->second) {
      if (waits_for_own_schedules(waits, entered.agent)) continue;
      if (one != nullptr) return std::nullopt;
      one = &entered;
    }
    if (one == nullptr || one->agent != number) return std::nullopt;
    if (first == nullptr) {
      first = one;
    } else if (one->communicator != first->communicator || !can_be_same(*first->collective, *one->collective)) {
      return std::nullopt;
    } else {
      other = one;
    }
  }
  if (other == nullptr) return std::nullopt;
  return std::pair{first->agent, other->agent};
}

// Holds the peers of the internal messages for which an agent waits: the peers that send to it, and the peers that
// receive from it.
struct InnerWait {
  std::vector<ProcessId> receives, sends;
  bool is_known = false;  // true if the agent waits for nothing else
};

InnerWait inner_wait(const Waits &waits, const std::vector<Proof> &stuck, std::uint32_t number) {
  InnerWait wait;
  const std::vector<Operation> &operations = waits.evidence()[waits.agents()[number].process].operations;
  for (const std::uint32_t index : proving_conditions(waits, stuck, number)) {
    const Condition condition = waits.condition(number, index);
    if (condition.kind != ConditionKind::operation) return {};
    const Operation &operation = operations[static_cast<std::size_t>(condition.index)];
    if (!operation.internal || !operation.peer) return {};
    (operation.kind == OperationKind::send ? wait.sends : wait.receives).push_back(*operation.peer);
    wait.is_known = true;
  }
  return wait;
}

bool contains(const std::vector<ProcessId> &processes, ProcessId process) {
  return std::find(processes.begin(), processes.end(), process) != processes.end();
}

// Returns true if the process has posted a receive for internal data from `peer`. In a broadcast, two members may
// exchange their parts, so that each of the two both sends and receives.
bool asks(const Evidence &evidence, ProcessId peer) {
  return std::any_of(evidence.operations.begin(), evidence.operations.end(), [&](const Operation &one) {
    return one.kind == OperationKind::receive && one.internal && one.peer == peer;
  });
}

// Returns true if the process has a pending internal send to `peer`.
bool sends_to(const Evidence &evidence, ProcessId peer) {
  return std::any_of(evidence.operations.begin(), evidence.operations.end(), [&](const Operation &one) {
    return one.kind == OperationKind::send && one.internal && one.peer == peer;
  });
}

// Finds two agents in a rooted collective that wait to receive from each other, or to send to each other. That is
// impossible if they agree about the root. In that case data moves along a tree, or members exchange parts; members
// that exchange parts send their own part before they wait, and post receives before they send. This function finds
// pairs in which neither has sent what the other waits for, or neither has a receive for what the other sends.
Found find_two_directions(const Waits &waits, const std::vector<Proof> &stuck, const Core &core) {
  for (const auto &[process, entered] : core.by_process) {
    for (const InCollective &one : entered) {
      if (flow_of(*one.collective) == Flow::between_all) continue;
      const InnerWait wait = inner_wait(waits, stuck, one.agent);
      if (!wait.is_known || wait.receives.size() + wait.sends.size() > few_helpers) continue;
      std::vector<ProcessId> peers = wait.receives;
      peers.insert(peers.end(), wait.sends.begin(), wait.sends.end());
      for (const ProcessId peer : peers) {
        const auto other_process = waits.processes().find(peer);
        const auto others = other_process ? core.by_process.find(*other_process) : core.by_process.end();
        if (others == core.by_process.end()) continue;
        for (const InCollective &other : others->second) {
          if (other.communicator != one.communicator || !can_be_same(*one.collective, *other.collective)) continue;
          const InnerWait theirs = inner_wait(waits, stuck, other.agent);
          if (!theirs.is_known) continue;
          const Evidence &own = waits.evidence()[process], &of_other = waits.evidence()[*other_process];
          const bool receive = contains(wait.receives, peer) && asks(of_other, own.id) && !sends_to(of_other, own.id);
          const bool send = contains(wait.sends, peer) && contains(theirs.sends, own.id) && !asks(own, peer) &&
                            !asks(of_other, own.id);
          if (receive || send) return AgentPair{one.agent, other.agent};
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Flow flow_of(const Collective &collective) {
  switch (mpidbg::mpi_call(collective.name).data) {
    case mpidbg::DataFlow::from_root:
      return Flow::from_root;
    case mpidbg::DataFlow::to_root:
    case mpidbg::DataFlow::to_root_by_counts:
      return Flow::to_root;
    default:
      return Flow::between_all;
  }
}

std::optional<AgentPair> find_root_disagreement(const Waits &waits, const std::vector<Proof> &stuck,
                                                const std::vector<std::uint32_t> &agents) {
  const Core core(waits, stuck, agents);
  for (const auto &[process, entered] : core.by_process) {
    const Evidence &evidence = waits.evidence()[process];
    for (const InCollective &one : entered) {
      const Flow flow = flow_of(*one.collective);
      if (flow == Flow::between_all) continue;
      const InnerWait wait = inner_wait(waits, stuck, one.agent);
      const std::vector<ProcessId> &peers = flow == Flow::from_root ? wait.sends : wait.receives;
      if (!wait.is_known || (flow == Flow::from_root && !wait.receives.empty()) || peers.size() > few_helpers) continue;
      for (const ProcessId peer : peers) {
        const auto other_process = waits.processes().find(peer);
        const auto others = other_process ? core.by_process.find(*other_process) : core.by_process.end();
        if (others == core.by_process.end() || (flow == Flow::from_root && asks(evidence, peer))) continue;
        for (const InCollective &other : others->second) {
          if (other.communicator != one.communicator || !can_be_same(*one.collective, *other.collective)) continue;
          const InnerWait theirs = inner_wait(waits, stuck, other.agent);
          const std::vector<ProcessId> &asked = flow == Flow::from_root ? theirs.receives : theirs.sends;
          const bool is_only = asked.size() == theirs.receives.size() + theirs.sends.size();
          if (theirs.is_known && is_only && !contains(asked, evidence.id)) return AgentPair{one.agent, other.agent};
        }
      }
    }
  }
  return find_two_directions(waits, stuck, core);
}

bool only_roots_can_differ(const Waits &waits, const AgentPair &agents) {
  const Collective *const collective = waits.collective(agents.first);
  if (collective == nullptr) return false;
  using enum mpidbg::CollectiveOperation;
  const mpidbg::CollectiveOperation operation = mpidbg::mpi_call(collective->name).operation;
  if (operation != gather && operation != gatherv && operation != scatter && operation != scatterv) return false;
  // An empty message only synchronises two members, and may have the other direction.
  const auto waits_for_data = [&](std::uint32_t agent, std::uint32_t other, OperationKind kind) {
    const Evidence &evidence = waits.evidence()[waits.agents()[agent].process];
    const ProcessId peer = waits.evidence()[waits.agents()[other].process].id;
    for (std::size_t index = 0; index < waits.prospects(agent).size(); ++index) {
      const Condition condition = waits.condition(agent, index);
      if (condition.kind != ConditionKind::operation) continue;
      const Operation &one = evidence.operations[static_cast<std::size_t>(condition.index)];
      if (one.internal && one.kind == kind && one.peer == peer && one.bytes > 0) return true;
    }
    return false;
  };
  const auto both_wait = [&](OperationKind kind) {
    return waits_for_data(agents.first, agents.second, kind) && waits_for_data(agents.second, agents.first, kind);
  };
  return both_wait(OperationKind::receive) || both_wait(OperationKind::send);
}

std::optional<AgentPair> find_mismatch(const Waits &waits, const std::vector<Proof> &stuck,
                                       const std::vector<std::uint32_t> &agents) {
  const Core core(waits, stuck, agents);
  if (const Found found = find_direct(waits, stuck, core)) return found;
  if (const Found found = find_among_classes(core)) return found;
  return find_disagreement(waits, core, agents);
}

}  // namespace mqs_shim::why
