#include "mqs_shim/job/why/verdict/open_waits.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>

namespace mqs_shim::why {

namespace {

using Node = ReleaseGraph::Node;

constexpr std::uint32_t none = UINT32_MAX;

FindingKind kind_of(Role role) {
  switch (role) {
    case Role::runs:
      return FindingKind::waits_for_running;
    case Role::polls:
      return FindingKind::waits_for_polling;
    case Role::stopped:
      return FindingKind::waits_for_stopped;
    case Role::not_started:
      return FindingKind::waits_for_not_started;
    case Role::missing:
      return FindingKind::waits_for_missing;
    case Role::waits:
    case Role::returning:
      return FindingKind::waits_for_returning;
    case Role::unknown:
    case Role::gone:
      break;
  }
  return FindingKind::waits_for_unknown;
}

bool goes_on_by_itself(Outlook outlook) {
  return outlook == Outlook::message || outlook == Outlook::under_way || outlook == Outlook::matched ||
         outlook == Outlook::entered;
}

class OpenWaits {
 public:
  OpenWaits(const Waits &waits, const std::vector<Proof> &stuck, const Looks *looks) : waits_(waits), stuck_(stuck) {
    if (looks == nullptr) return;
    any_moved_ = !looks->moved.empty();
    moved_.emplace(waits.evidence().size(), false);
    for (const Movement &movement : looks->moved) (*moved_)[movement.process] = true;
  }

  std::vector<Finding> findings() {
    const std::size_t agents = waits_.agents().size();
    owner_.assign(waits_.graph().nodes(), none);
    for (std::size_t agent = 0; agent < agents; ++agent) {
      if (stuck_[waits_.node(agent)] == Proof::none) find_direct(agent);
    }
    if (moved_) find_standing();
    spread();
    // The agents that are in no finding yet wait for agents that continue by themselves. Agents whose helpers were seen
    // to make progress are added first.
    const auto add_rest = [&](const auto &is_one) {
      for (std::size_t agent = 0; agent < agents; ++agent) {
        const Node node = waits_.node(agent);
        if (stuck_[node] != Proof::none || owner_[node] != none || waits_.agents()[agent].schedule) continue;
        if (open_conditions(waits_, agent).empty() || !is_one(agent)) continue;
        Finding &finding = add_agent(FindingKind::waits_for_returning, agent, waits_for_moved(agent));
        if (finding.kind == FindingKind::waits_for_unknown) add_standing(agent, finding);
      }
    };
    if (any_moved_) {
      add_rest([this](std::size_t agent) { return waits_for_moved(agent); });
      spread();
    }
    add_rest([](std::size_t) { return true; });
    std::vector<Finding> result;
    for (auto &[kind, finding] : findings_) {
      std::sort(finding.processes.begin(), finding.processes.end());
      finding.processes.erase(std::unique(finding.processes.begin(), finding.processes.end()), finding.processes.end());
      std::sort(finding.missing.begin(), finding.missing.end());
      finding.missing.erase(std::unique(finding.missing.begin(), finding.missing.end()), finding.missing.end());
      if (finding.missing.size() > most_missing) finding.missing.resize(most_missing);
      add_waiters_of_schedules(finding);
      std::sort(finding.behind.begin(), finding.behind.end());
      result.push_back(std::move(finding));
    }
    return result;
  }

 private:
  // Moves threads that wait for a schedule (a nonblocking collective) of their own process from Finding::behind to the
  // agents of the finding, because such a thread shows where the program is.
  void add_waiters_of_schedules(Finding &finding) const {
    std::set<Node> schedules;
    for (const std::uint32_t agent : finding.agents) {
      if (waits_.agents()[agent].schedule) schedules.insert(waits_.node(agent));
    }
    if (schedules.empty()) return;
    std::erase_if(finding.behind, [&](std::uint32_t agent) {
      const std::span<const Prospect> prospects = waits_.prospects(agent);
      const bool waits_for_one = !waits_.agents()[agent].schedule &&
                                 std::any_of(prospects.begin(), prospects.end(), [&](const Prospect &prospect) {
                                   return schedules.contains(prospect.target);
                                 });
      if (waits_for_one) finding.agents.push_back(agent);
      return waits_for_one;
    });
    std::sort(finding.agents.begin(), finding.agents.end());
  }

  // Finds agents that should continue by themselves, as far as can be seen, but stood still between the looks. The
  // processes for which they wait stood still as well.
  void find_standing() {
    for (std::size_t agent = 0; agent < waits_.agents().size(); ++agent) {
      const std::uint32_t process = waits_.agents()[agent].process;
      const bool is_one = stuck_[waits_.node(agent)] == Proof::none && waits_.role(process) == Role::waits &&
                          waits_.evidence()[process].state == ProcessState::alive && !has_moved(process) &&
                          open_conditions(waits_, agent).empty();
      if (!is_one) continue;
      std::vector<std::uint32_t> others;
      const std::size_t conditions = waits_.prospects(agent).size();
      for (std::uint32_t index = 0; index < conditions; ++index) {
        if (waits_.prospects(agent)[index].outlook == Outlook::excluded) continue;
        const std::vector<std::uint32_t> helpers = waits_.helpers(agent, index, few_helpers);
        others.insert(others.end(), helpers.begin(), helpers.end());
      }
      // `others` is empty if no process is known that could end the wait, for example because all members have entered
      // the collective. Then nothing is reported if any process has moved.
      if (any_moved_ && others.empty()) continue;
      if (std::any_of(others.begin(), others.end(), [this](std::uint32_t other) { return has_moved(other); })) continue;
      Finding &finding = add_agent(FindingKind::waits_for_arrival, agent);
      std::erase_if(others, [&](std::uint32_t other) { return waits_.role(other) == Role::waits; });
      finding.processes.insert(finding.processes.end(), others.begin(), others.end());
    }
  }

  // Adds processes for which the agent waits to the finding: those that should continue by themselves, as far as can be
  // seen, but stood still between the looks.
  void add_standing(std::size_t agent, Finding &finding) const {
    for (const std::uint32_t index : open_conditions(waits_, agent)) {
      for (const std::uint32_t helper : waits_.helpers(agent, index, few_helpers)) {
        if (goes_on(helper)) finding.processes.push_back(helper);
      }
    }
  }

  // Returns true if the process waits, but none of its threads needs another process in order to continue.
  bool goes_on(std::uint32_t process) const {
    if (waits_.role(process) != Role::waits) return false;
    const std::vector<Thread> &threads = waits_.evidence()[process].threads;
    for (std::uint32_t thread = 0; thread < threads.size(); ++thread) {
      const auto agent = waits_.number_of({process, thread, false});
      if (agent && !open_conditions(waits_, *agent).empty()) return false;
    }
    return true;
  }

  bool has_moved(std::uint32_t process) const { return moved_ && (*moved_)[process]; }

  // Returns true if a process that the agent may be waiting for made progress between the two looks.
  bool waits_for_moved(std::size_t agent) const {
    if (!any_moved_) return false;
    const std::vector<std::uint32_t> open = open_conditions(waits_, agent);
    return std::any_of(open.begin(), open.end(), [&](std::uint32_t index) {
      const std::vector<std::uint32_t> helpers = waits_.helpers(agent, index, few_helpers);
      return std::any_of(helpers.begin(), helpers.end(), [&](std::uint32_t helper) { return has_moved(helper); });
    });
  }

  // Returns the kind of finding for an agent. That is `kind`, as suggested by one look, unless two looks have shown
  // more: whether the agent, or a process for which it waits, has made progress.
  FindingKind kind_for(FindingKind kind, std::size_t agent, bool for_moved) const {
    if (!moved_) return kind;
    const bool has_moved = for_moved || this->has_moved(waits_.agents()[agent].process);
    if (kind == FindingKind::waits_for_returning && !has_moved) return FindingKind::waits_for_unknown;
    if (kind == FindingKind::waits_for_unknown && has_moved) return FindingKind::waits_for_returning;
    return kind;
  }

  // Adds the agent to the finding of this kind, or of the kind that kind_for() returns instead.
  Finding &add_agent(FindingKind first_kind, std::size_t agent, bool for_moved = false) {
    const FindingKind kind = kind_for(first_kind, agent, for_moved);
    Finding &finding = findings_[kind];
    finding.kind = kind;
    if (finding.agents.empty() || finding.agents.back() != agent) {
      finding.agents.push_back(static_cast<std::uint32_t>(agent));
    }
    owner_[waits_.node(agent)] = static_cast<std::uint32_t>(kind);
    return finding;
  }

  // Returns the processes that a condition needs. Leaves out processes that wait themselves, have exited or have
  // finalized.
  std::vector<std::uint32_t> find_roots(std::size_t agent, std::uint32_t index) const {
    std::vector<std::uint32_t> roots = waits_.helpers(agent, index, most_helpers);
    std::erase_if(roots, [&](std::uint32_t process) {
      return waits_.role(process) == Role::waits || waits_.role(process) == Role::gone;
    });
    return roots;
  }

  const std::vector<std::uint32_t> &roots(std::size_t agent, std::uint32_t index) {
    const Agent &one = waits_.agents()[agent];
    const Evidence &evidence = waits_.evidence()[one.process];
    const Condition condition = waits_.condition(agent, index);
    std::int32_t communicator = -1;
    if (condition.kind == ConditionKind::operation) {
      const Operation &operation = evidence.operations[static_cast<std::size_t>(condition.index)];
      if (!operation.peer) communicator = operation.communicator;
    }
    const auto id = waits_.communicators().id(one.process, communicator);
    if (id != CommunicatorIndex::unknown &&
        evidence.communicators[static_cast<std::size_t>(communicator)].remote_members.empty()) {
      const auto [found, is_new] = from_any_.try_emplace(id);
      if (is_new) found->second = find_roots(agent, index);
      return found->second;
    }
    if (const Collective *one_of = waits_.collective(agent);
        one_of != nullptr && condition.kind == ConditionKind::enter) {
      const auto [found, is_new] = absent_.try_emplace(
          {waits_.communicators().id(one.process, one_of->communicator), one_of->name, one_of->root, one_of->sequence});
      if (is_new) found->second = find_roots(agent, index);
      return found->second;
    }
    const Node target = waits_.prospects(agent)[index].target;
    // All agents that wait for the same set in MPI_Init or MPI_Finalize share one result. An exception is an agent of a
    // stopped process: all other ranks wait for that process, but it does not wait for itself.
    const bool is_shared = condition.kind == ConditionKind::members && waits_.role(one.process) != Role::stopped;
    if (is_shared && target >= waits_.node(waits_.agents().size())) {
      const auto [found, is_new] = by_node_.try_emplace(target);
      if (is_new) found->second = find_roots(agent, index);
      return found->second;
    }
    few_ = find_roots(agent, index);
    return few_;
  }

  void find_direct(std::size_t agent) {
    const Agent &one = waits_.agents()[agent];
    if (one.schedule && waits_.role(one.process) != Role::waits)
      return;  // no thread waits for the schedule, as far as is known
    for (const std::uint32_t index : open_conditions(waits_, agent)) {
      const Prospect &prospect = waits_.prospects(agent)[index];
      if (prospect.unseen_helpers) add_missing(agent, index);
      if (prospect.outlook == Outlook::program) {
        add_agent(FindingKind::waits_for_program, agent);
      } else if (prospect.outlook == Outlook::outside) {
        add_agent(FindingKind::waits_for_outside, agent);
      } else if (prospect.outlook == Outlook::unseen) {
        if (!prospect.unseen_helpers) add_agent(FindingKind::waits_for_unknown, agent);
      } else {
        for (const std::uint32_t root : roots(agent, index)) {
          Finding &finding = add_agent(kind_of(waits_.role(root)), agent, has_moved(root));
          std::vector<std::uint32_t> &processes = finding.processes;
          if (processes.empty() || processes.back() != root) processes.push_back(root);
        }
      }
    }
  }

  void add_missing(std::size_t agent, std::uint32_t index) {
    add_agent(FindingKind::waits_for_missing, agent);
    std::vector<ProcessId> &missing = findings_[FindingKind::waits_for_missing].missing;
    if (missing.size() >= most_missing) return;
    for (const ProcessId process : waits_.unseen_helpers(agent, index, most_missing)) missing.push_back(process);
  }

  // Adds agents to Finding::behind of each finding: those that wait for an agent of the finding.
  void spread() {
    const ReleaseGraph &graph = waits_.graph();
    std::vector<Node> queue;
    for (std::size_t agent = 0; agent < waits_.agents().size(); ++agent) {
      if (owner_[waits_.node(agent)] != none) queue.push_back(waits_.node(agent));
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const Node waiter : graph.waiting_for(queue[next])) {
        if (owner_[waiter] != none || stuck_[waiter] != Proof::none) continue;
        if (graph.is_agent(waiter)) {
          const std::size_t agent = waits_.agent_of(waiter);
          if (open_conditions(waits_, agent).empty()) continue;
          findings_[static_cast<FindingKind>(owner_[queue[next]])].behind.push_back(static_cast<std::uint32_t>(agent));
        }
        owner_[waiter] = owner_[queue[next]];
        queue.push_back(waiter);
      }
    }
  }

  const Waits &waits_;
  const std::vector<Proof> &stuck_;
  std::optional<std::vector<bool>> moved_;  // true for each process that moved between the looks
  bool any_moved_ = false;
  std::vector<std::uint32_t> owner_;  // for each node, the kind of finding that it belongs to
  std::map<FindingKind, Finding> findings_;
  std::unordered_map<CommunicatorIndex::Id, std::vector<std::uint32_t>> from_any_;
  std::unordered_map<Node, std::vector<std::uint32_t>> by_node_;
  using CollectiveKey =
      std::tuple<CommunicatorIndex::Id, std::string, std::optional<std::int32_t>, std::optional<std::int64_t>>;
  std::map<CollectiveKey, std::vector<std::uint32_t>> absent_;
  std::vector<std::uint32_t> few_;
};

}  // namespace

std::vector<std::uint32_t> open_conditions(const Waits &waits, std::size_t agent) {
  std::vector<std::uint32_t> found;
  const std::span<const Prospect> prospects = waits.prospects(agent);
  for (std::uint32_t index = 0; index < prospects.size(); ++index) {
    if (prospects[index].outlook == Outlook::excluded) continue;
    if (!goes_on_by_itself(prospects[index].outlook)) {
      found.push_back(index);
    } else if (!waits.needs_all(agent)) {
      return {};
    }
  }
  return found;
}

std::vector<Finding> open_findings(const Waits &waits, const std::vector<Proof> &stuck, const Looks *looks) {
  return OpenWaits(waits, stuck, looks).findings();
}

}  // namespace mqs_shim::why
