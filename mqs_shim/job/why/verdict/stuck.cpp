#include "mqs_shim/job/why/verdict/stuck.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "mqs_shim/job/why/graph/channels.h"
#include "mqs_shim/job/why/verdict/mismatch.h"

namespace mqs_shim::why {

namespace {

using Node = ReleaseGraph::Node;

constexpr int most_rounds = 16;  // limit for rounds in which knots are assumed to be resolved

struct Relations {
  std::vector<std::uint32_t> dead, finalized, finalizing;  // processes that agents of a core wait for
  bool on_itself = false, on_any_source = false;
};

// Finds out for what kinds of processes (dead, finalized, itself) the agents of a knot wait. Considers the conditions
// that prove their waits.
Relations relations(const Waits &waits, const std::vector<Proof> &stuck, const std::vector<std::uint32_t> &core) {
  Relations found;
  std::unordered_set<Node> seen;
  for (const std::uint32_t number : core) {
    const Agent &agent = waits.agents()[number];
    const Evidence &evidence = waits.evidence()[agent.process];
    if (evidence.state == ProcessState::in_finalize) continue;
    for (const std::uint32_t index : proving_conditions(waits, stuck, number)) {
      // Skips a condition if another one with the same helpers was handled.
      if (!seen.insert(waits.prospects(number)[index].target).second) continue;
      const Condition condition = waits.condition(number, index);
      const bool from_any = condition.kind == ConditionKind::operation &&
                            !evidence.operations[static_cast<std::size_t>(condition.index)].peer;
      // A receive from any source does not count if it is internal: its message comes from a particular rank, for
      // example inside of a collective.
      const bool is_of_program = from_any && !evidence.operations[static_cast<std::size_t>(condition.index)].internal;
      found.on_any_source = found.on_any_source || is_of_program;
      for (const std::uint32_t helper : waits.helpers(number, index, few_helpers)) {
        const ProcessState state = waits.evidence()[helper].state;
        if (helper == agent.process && !from_any && condition.kind != ConditionKind::schedule) found.on_itself = true;
        if (has_exited(waits.evidence()[helper])) found.dead.push_back(helper);
        if (state == ProcessState::finalized) found.finalized.push_back(helper);
        if (state == ProcessState::in_finalize) found.finalizing.push_back(helper);
      }
    }
  }
  for (std::vector<std::uint32_t> *list : {&found.dead, &found.finalized, &found.finalizing}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return found;
}

// Adds the nodes that would be able (release.h) if the agent continued: its own node, and the node for further MPI
// calls of its process.
void add_nodes(const Waits &waits, std::size_t agent, std::vector<Node> &nodes) {
  nodes.push_back(waits.node(agent));
  nodes.push_back(waits.calls_node(agent));
}

// Returns true if some agents of the knot are in MPI_Finalize, and all others would continue if these did.
bool is_due_to_finalize(const Waits &waits, const std::vector<std::uint32_t> &core) {
  std::vector<Node> finalizing;
  for (const std::uint32_t agent : core) {
    if (waits.evidence()[waits.agents()[agent].process].state == ProcessState::in_finalize) {
      add_nodes(waits, agent, finalizing);
    }
  }
  if (finalizing.empty()) return false;
  const std::vector<Proof> left = waits.graph().release(finalizing);
  return std::all_of(core.begin(), core.end(),
                     [&](std::uint32_t agent) { return left[waits.node(agent)] == Proof::none; });
}

// Returns true if the agent (a waiting thread or nonblocking collective) waits for one of `processes` directly, and is
// not in MPI_Finalize itself.
bool waits_for_one_of(const Waits &waits, const std::vector<Proof> &stuck, std::uint32_t agent,
                      const std::vector<std::uint32_t> &processes) {
  if (waits.evidence()[waits.agents()[agent].process].state == ProcessState::in_finalize) return false;
  for (const std::uint32_t index : proving_conditions(waits, stuck, agent)) {
    for (const std::uint32_t helper : waits.helpers(agent, index, few_helpers)) {
      if (std::binary_search(processes.begin(), processes.end(), helper)) return true;
    }
  }
  return false;
}

// If the knot is a simple cycle, puts its agents into the order in which each waits for the next, and sets is_cycle.
void order_cycle(const Waits &waits, const std::vector<Proof> &stuck, Finding &finding) {
  std::unordered_map<std::uint32_t, std::uint32_t> by_process;
  for (const std::uint32_t agent : finding.agents) {
    if (!by_process.try_emplace(waits.agents()[agent].process, agent).second) return;
  }
  std::vector<std::uint32_t> order;
  std::uint32_t agent = finding.agents.front();
  while (order.size() < finding.agents.size()) {
    order.push_back(agent);
    std::optional<std::uint32_t> next;
    for (const std::uint32_t index : proving_conditions(waits, stuck, agent)) {
      for (const std::uint32_t helper : waits.helpers(agent, index, few_helpers)) {
        const auto found = by_process.find(helper);
        if (found == by_process.end() || found->second == next) continue;
        if (next) return;
        next = found->second;
      }
    }
    if (!next) return;
    agent = *next;
    if (agent == finding.agents.front()) break;
  }
  if (order.size() != finding.agents.size() || agent != finding.agents.front()) return;
  finding.agents = std::move(order);
  finding.is_cycle = true;
}

bool has_inferred_helpers(const Waits &waits, const std::vector<Proof> &stuck, std::uint32_t number) {
  const std::vector<std::uint32_t> conditions = proving_conditions(waits, stuck, number);
  return std::any_of(conditions.begin(), conditions.end(), [&](std::uint32_t index) {
    const Condition condition = waits.condition(number, index);
    return condition.kind == ConditionKind::lock &&
           waits.windows().helpers(waits.agents()[number].process, condition).inferred;
  });
}

bool waits_in_shared_memory(const Waits &waits, const std::vector<Proof> &stuck, std::uint32_t number) {
  const Evidence &evidence = waits.evidence()[waits.agents()[number].process];
  const std::vector<std::uint32_t> conditions = proving_conditions(waits, stuck, number);
  return std::any_of(conditions.begin(), conditions.end(), [&](std::uint32_t index) {
    const Window *const window = Windows::window_of(evidence, waits.condition(number, index));
    return window != nullptr && window->in_shared_memory;
  });
}

void find_lacks(const Waits &waits, const std::vector<Proof> &stuck, const Looks *looks, Finding &finding) {
  std::map<Lack, std::vector<std::uint32_t>> lacks;
  for (const std::uint32_t number : finding.agents) {
    const Agent &agent = waits.agents()[number];
    const Evidence &evidence = waits.evidence()[agent.process];
    const auto lack = [&](Lack what) {
      std::vector<std::uint32_t> &processes = lacks[what];
      if (processes.empty() || processes.back() != agent.process) processes.push_back(agent.process);
    };
    if (!evidence.counts) lack(Lack::counters);
    if (!evidence.queues_complete) lack(Lack::queues);
    if (forbidden_threads(evidence) != 0) lack(Lack::thread_level);
    if (!agent.schedule && evidence.timer_signal != 0) lack(Lack::timer);
    if (!agent.schedule && evidence.threads[agent.index].inferred) lack(Lack::certain_wait);
    if (!agent.schedule && has_inferred_helpers(waits, stuck, number)) lack(Lack::certain_wait);
    const Collective *collective = waits.collective(number);
    if (collective != nullptr && collective->communicator_inferred) lack(Lack::certain_wait);
    if (finding.proof == Proof::looks && !evidence.transport_empty.value_or(false)) lack(Lack::transport);
    if (finding.proof != Proof::suspected) continue;
    if (waits_in_shared_memory(waits, stuck, number)) {
      if (!evidence.instant) lack(Lack::instant);
      continue;
    }
    if (looks == nullptr) {
      lack(Lack::second_look);
    } else if (!looks->equal[agent.process]) {
      lack(Lack::standstill);
    } else if (!evidence.transport_empty.value_or(true)) {
      lack(Lack::arrival);
    }
  }
  // These lacks keep a finding from being proved in any way, even if messages were counted.
  if (lacks.contains(Lack::certain_wait) || lacks.contains(Lack::thread_level)) lacks.erase(Lack::counters);
  // A missing second look is not reported if one of these lacks remains, because it alone would not improve the proof.
  if (lacks.contains(Lack::instant) || lacks.contains(Lack::thread_level) || lacks.contains(Lack::timer))
    lacks.erase(Lack::second_look);
  for (auto &[what, processes] : lacks) finding.lacks.emplace_back(what, std::move(processes));
}

// Adds threads to the knot: those that wait for a schedule (a nonblocking collective) of their own process, if the
// schedule is in the knot. No other agent waits for such a thread, but it shows where the program is.
void add_waiters_of_schedules(const Waits &waits, const std::vector<Proof> &stuck, std::vector<std::uint32_t> &core) {
  std::vector<std::uint32_t> waiters;
  for (const std::uint32_t schedule : core) {
    if (!waits.agents()[schedule].schedule) continue;
    for (std::uint32_t thread = schedule; thread-- > 0;) {
      if (waits.agents()[thread].process != waits.agents()[schedule].process) break;
      for (const std::uint32_t index : proving_conditions(waits, stuck, thread)) {
        if (waits.prospects(thread)[index].target == waits.node(schedule)) waiters.push_back(thread);
      }
    }
  }
  core.insert(core.end(), waiters.begin(), waiters.end());
  std::sort(core.begin(), core.end());
  core.erase(std::unique(core.begin(), core.end()), core.end());
}

Finding describe(const Waits &waits, const std::vector<Proof> &stuck, const std::vector<Node> &core,
                 const Looks *looks) {
  Finding finding;
  finding.proof = stuck[core.front()];
  for (const Node node : core) finding.agents.push_back(static_cast<std::uint32_t>(waits.agent_of(node)));
  const Relations with = relations(waits, stuck, finding.agents);
  const bool is_single = finding.agents.size() == 1;
  if (is_single && with.on_itself) {
    finding.kind = FindingKind::self_deadlock;
  } else if (is_single && with.on_any_source) {
    finding.kind = FindingKind::unmatched;
    finding.processes = with.dead;
    finding.processes.insert(finding.processes.end(), with.finalized.begin(), with.finalized.end());
    finding.processes.insert(finding.processes.end(), with.finalizing.begin(), with.finalizing.end());
  } else if (is_single && !with.dead.empty()) {
    finding.kind = FindingKind::waits_for_dead;
    finding.processes = with.dead;
  } else if (is_single && !with.finalized.empty()) {
    finding.kind = FindingKind::waits_for_finalized;
    finding.processes = with.finalized;
  } else if (is_single && !with.finalizing.empty()) {
    finding.kind = FindingKind::waits_for_finalized;
    finding.processes = with.finalizing;
  } else if (finding.mismatch = find_root_disagreement(waits, stuck, finding.agents); finding.mismatch) {
    finding.kind = FindingKind::collective_mismatch;
  } else if (is_due_to_finalize(waits, finding.agents)) {
    finding.kind = with.on_any_source ? FindingKind::unmatched : FindingKind::waits_for_finalized;
    finding.processes = with.finalizing;
    std::erase_if(finding.agents, [&](std::uint32_t agent) {
      const bool is_direct = waits_for_one_of(waits, stuck, agent, with.finalizing);
      if (!is_direct) finding.behind.push_back(agent);
      return !is_direct;
    });
  } else if (finding.mismatch = find_mismatch(waits, stuck, finding.agents); finding.mismatch) {
    finding.kind = FindingKind::collective_mismatch;
  } else {
    finding.kind = is_single ? FindingKind::unmatched : FindingKind::deadlock;
  }
  add_waiters_of_schedules(waits, stuck, finding.agents);
  std::erase_if(finding.behind, [&](std::uint32_t agent) {
    return std::find(finding.agents.begin(), finding.agents.end(), agent) != finding.agents.end();
  });
  if (!is_single && finding.behind.empty()) order_cycle(waits, stuck, finding);
  if (finding.proof != Proof::counters) find_lacks(waits, stuck, looks, finding);
  return finding;
}

// Adds each stuck agent that is in no knot to the Finding::behind of a finding. The agent waits for agents of that
// finding, directly or through others.
void find_behind(const Waits &waits, const std::vector<Proof> &stuck, std::vector<Finding> &findings) {
  const ReleaseGraph &graph = waits.graph();
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> owner(graph.nodes(), none);
  std::vector<Node> queue;
  for (std::uint32_t finding = 0; finding < findings.size(); ++finding) {
    for (const auto *list : {&findings[finding].agents, &findings[finding].behind}) {
      for (const std::uint32_t agent : *list) {
        owner[waits.node(agent)] = finding;
        queue.push_back(waits.node(agent));
      }
    }
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const Node waiter : graph.waiting_for(queue[next])) {
      if (owner[waiter] != none || !ReleaseGraph::is_reason(stuck, waiter, queue[next])) continue;
      owner[waiter] = owner[queue[next]];
      queue.push_back(waiter);
      if (graph.is_agent(waiter)) {
        findings[owner[waiter]].behind.push_back(static_cast<std::uint32_t>(waits.agent_of(waiter)));
      }
    }
  }
  for (Finding &finding : findings) std::sort(finding.behind.begin(), finding.behind.end());
}

}  // namespace

std::vector<std::uint32_t> proving_conditions(const Waits &waits, const std::vector<Proof> &stuck, std::size_t agent) {
  const Proof proof = stuck[waits.node(agent)];
  std::vector<std::uint32_t> found;
  const std::span<const Prospect> prospects = waits.prospects(agent);
  for (std::uint32_t index = 0; index < prospects.size(); ++index) {
    if (prospects[index].outlook == Outlook::excluded) continue;
    if (prospects[index].doubt <= proof && stuck[prospects[index].target] <= proof) found.push_back(index);
  }
  return found;
}

std::vector<Finding> stuck_findings(const Waits &waits, const std::vector<Proof> &stuck, const Looks *looks) {
  std::vector<Finding> findings;
  std::vector<Node> mended;
  std::vector<Proof> left = stuck;
  for (int round = 0; round < most_rounds; ++round) {
    const std::vector<std::vector<Node>> cores = waits.graph().cores(left);
    if (cores.empty()) break;
    for (const std::vector<Node> &core : cores) {
      findings.push_back(describe(waits, left, core, looks));
      for (const Node node : core) add_nodes(waits, waits.agent_of(node), mended);
    }
    left = waits.graph().release(mended);
  }
  find_behind(waits, stuck, findings);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding &one, const Finding &other) { return one.proof < other.proof; });
  return findings;
}

}  // namespace mqs_shim::why
