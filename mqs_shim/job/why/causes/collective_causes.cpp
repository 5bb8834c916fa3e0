#include "mqs_shim/job/why/causes/collective_causes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/job/why/causes/divergence.h"
#include "mqs_shim/job/why/causes/early_leave.h"
#include "mqs_shim/job/why/causes/message_causes.h"
#include "mqs_shim/job/why/causes/missing_root.h"
#include "mqs_shim/records/collective_name.h"

namespace mqs_shim::why {

namespace {

constexpr std::size_t most_classes = 16;  // limit for different collectives

bool is_among_neighbours(std::string_view collective) {
  return mpidbg::mpi_call(collective).data == mpidbg::DataFlow::neighbors;
}

class CollectiveCauses {
 public:
  CollectiveCauses(const Waits &waits, const Verdict &verdict) : waits_(waits), verdict_(verdict) {}

  void look_at(const std::vector<std::uint32_t> &agents) {
    for (MissingRoot &missing : find_missing_roots(waits_, verdict_, agents)) {
      add(CauseKind::no_root, missing.agent, missing.group.front()).group = std::move(missing.group);
      settled_.insert(missing.communicator);
    }
    look_for_same_place(agents);
    for (const std::uint32_t agent : agents) look_for_communicator(agent);
    for (const std::uint32_t agent : agents) look_for_other_collective(agent);
    using Class = std::tuple<CommunicatorIndex::Id, std::string>;
    std::map<Class, std::vector<std::uint32_t>> classes;
    for (const std::uint32_t agent : agents) {
      const Collective *collective = waits_.collective(agent);
      if (collective == nullptr) continue;
      const auto communicator = communicator_of(agent);
      if (communicator == CommunicatorIndex::unknown || settled_.contains(communicator)) continue;
      const Agent &one = waits_.agents()[agent];
      if (waits_.collectives().is_part_of_call({communicator, one.process, one.index, one.schedule})) continue;
      const Class kind{communicator, collective->name};
      if (classes.size() >= most_classes && !classes.contains(kind)) continue;
      if (classes[kind].size() < most_classes) classes[kind].push_back(agent);
    }
    // The same collective on two communicators explains more than two collectives in different orders.
    for (const bool same_name : {true, false}) {
      for (auto one = classes.begin(); one != classes.end(); ++one) {
        for (auto other = std::next(one); other != classes.end(); ++other) {
          const auto &[on, name] = one->first;
          const auto &[other_on, other_name] = other->first;
          if (on == other_on || (name == other_name) != same_name) continue;
          const auto both = std::minmax(on, other_on);
          if (!told_.contains(both) && compare_collectives(one->second, other->second) && same_name) told_.insert(both);
        }
      }
    }
  }

  // Looks for causes why a nonblocking collective (a schedule) does not complete. A cause is a persistent collective
  // that another member has not started, or another member's collective that has the same number and differs. MPI
  // requires the same order of nonblocking collectives on all members.
  void look_at_schedule(std::uint32_t agent, const Schedule &schedule) {
    const std::uint32_t process = waits_.agents()[agent].process;
    const auto communicator = waits_.communicators().id(process, schedule.collective.communicator);
    if (communicator == CommunicatorIndex::unknown || schedule.part_of_call) return;
    for (const std::uint32_t index : reasons(waits_, verdict_, agent)) {
      for (const std::uint32_t helper : waits_.helpers(agent, index, few_helpers)) {
        if (is_elsewhere(helper, communicator)) return;
        const auto idle = helper == process
                              ? std::nullopt
                              : waits_.collectives().not_started_on(communicator, helper, schedule.number);
        if (idle) {
          if (!idle_.insert({helper, *idle}).second) return;
          Cause &cause = add(CauseKind::not_started, agent, helper);
          cause.condition = index;
          cause.operation = *idle;
          cause.may_come_later = may_start_later(helper, communicator);
          return;
        }
        if (!schedule.number) continue;
        const auto begun = waits_.collectives().begun_on(communicator, helper);
        if (helper == process || !begun || is_in(helper, communicator, *schedule.number)) continue;
        if (!out_of_order_.insert({communicator, *schedule.number}).second) return;
        Cause &cause = add(CauseKind::nonblocking_order, agent, helper);
        cause.condition = index;
        cause.number = *schedule.number;
        cause.begun = *begun;
        return;
      }
    }
  }

  std::vector<Cause> take() { return std::move(causes_); }

 private:
  // Looks for calls of the same blocking collective at the same place on two communicators. Compares the agents
  // (waiting threads) with all processes, not only with other agents, because two ranks at the same place need not wait
  // for each other.
  void look_for_same_place(const std::vector<std::uint32_t> &agents) {
    using Class = std::tuple<CommunicatorIndex::Id, std::string, Site>;
    std::map<Class, std::vector<std::uint32_t>> classes;
    for (const std::uint32_t agent : agents) {
      const Collective *const collective = waits_.collective(agent);
      const Agent &one = waits_.agents()[agent];
      if (collective == nullptr || one.schedule) continue;
      const auto on = communicator_of(agent);
      Site site = in_source(waits_.evidence()[one.process].threads[one.index].site);
      if (on == CommunicatorIndex::unknown || settled_.contains(on) || site == Site()) continue;
      Class kind{on, collective->name, std::move(site)};
      if (classes.size() >= most_classes && !classes.contains(kind)) continue;
      std::vector<std::uint32_t> &members = classes[std::move(kind)];
      if (members.size() < most_classes) members.push_back(agent);
    }
    for (const auto &[kind, members] : classes) {
      const auto &[on, name, site] = kind;
      for (const Entry &entry : waits_.collectives().entries()) {
        if (entry.schedule || entry.communicator == on || entry.of(waits_.evidence()).name != name) continue;
        if (in_source(waits_.evidence()[entry.process].threads[entry.agent].site) != site) continue;
        const auto other = waits_.number_of({entry.process, entry.agent, false});
        const auto both = std::minmax(on, entry.communicator);
        if (!other || told_.contains(both) || is_of_library(*other)) continue;
        const auto one = std::find_if(members.begin(), members.end(), [&, communicator = on](std::uint32_t member) {
          return !is_of_library(member) && is_missing(member, communicator, entry.process) && same_way(member, *other);
        });
        if (one == members.end()) continue;
        told_.insert(both);
        add_pair(CauseKind::other_communicator, *one, *other);  // at one place of the program
      }
    }
  }

  // Returns true if an agent (a waiting thread or nonblocking collective) waits for the process to enter the agent's
  // collective. That collective is on this communicator.
  bool is_missing(std::uint32_t agent, CommunicatorIndex::Id on, std::uint32_t process) const {
    return waits_.agents()[agent].process != process && is_member(process, on) &&
           waits_.collectives().entered(*waits_.collective(agent), on, process) != Entered::yes &&
           needs(agent, process);
  }

  Cause &add(CauseKind kind, std::uint32_t agent, std::uint32_t process) {
    Cause &cause = causes_.emplace_back();
    cause.kind = kind;
    cause.agent = agent;
    cause.process = process;
    return cause;
  }

  void add_pair(CauseKind kind, std::uint32_t one, std::uint32_t other) {
    Cause &cause = add(kind, one, waits_.agents()[other].process);
    cause.other_agent = other;
    cause.differences.communicator = true;
  }

  // Returns true if the collective of agent `other` also waits for a third rank, which may send or receive messages
  // before it enters the collective.
  bool may_come_later(std::uint32_t one, std::uint32_t other) const {
    const std::vector<std::uint32_t> needed = reasons(waits_, verdict_, other);
    return std::any_of(needed.begin(), needed.end(), [&](std::uint32_t index) {
      const std::vector<std::uint32_t> helpers = waits_.helpers(other, index, few_helpers);
      return std::any_of(helpers.begin(), helpers.end(), [&](std::uint32_t helper) {
        return helper != waits_.agents()[one].process && helper != waits_.agents()[other].process &&
               !is_past_messages(waits_.evidence()[helper]) && !waits_for_schedules(helper);
      });
    });
  }

  // Returns true if all threads of the process wait for nonblocking collectives only.
  bool waits_for_schedules(std::uint32_t process) const {
    const auto is_one = [](const Condition &condition) { return condition.kind == ConditionKind::schedule; };
    const auto waits = [&](const Thread &thread) {
      const std::vector<Condition> &all = thread.conditions;
      return !all.empty() && std::all_of(all.begin(), all.end(), is_one);
    };
    const std::vector<Thread> &threads = waits_.evidence()[process].threads;
    return std::all_of(threads.begin(), threads.end(), waits);
  }

  // Looks for a cause: the agent's collective is on a communicator that some of the awaited members do not have.
  // Considers only members whose communicators can be seen.
  void look_for_communicator(std::uint32_t agent) {
    const Collective *const collective = waits_.collective(agent);
    if (collective == nullptr) return;
    const std::uint32_t process = waits_.agents()[agent].process;
    const auto on = waits_.communicators().id(process, collective->communicator);
    if (on == CommunicatorIndex::unknown || settled_.contains(on)) return;
    if (needs_all(agent) && !searched_.insert(on).second) return;
    if (!intercommunicators_around(waits_.evidence()[process], collective->communicator).empty()) return;
    const GlobalCommunicator &members = waits_.communicators().all()[on];
    Cause cause;
    const auto add_if_without = [&](std::uint32_t member) {
      if (waits_.communicators().has(member, on) || waits_.evidence()[member].communicators.empty()) return;
      if (cause.group.size() < most_helpers) cause.group.push_back(member);
    };
    if (needs_all(agent)) {
      if (!waits_.processes().each(members.members, add_if_without)) return;
    } else {
      for (const std::uint32_t member : message_helpers(agent)) {
        if (is_member(member, on)) add_if_without(member);
      }
    }
    if (cause.group.empty()) return;
    settled_.insert(on);
    cause.kind = CauseKind::no_communicator;
    cause.agent = agent;
    cause.process = cause.group.front();
    causes_.push_back(std::move(cause));
  }

  // Looks for a message that belongs to another collective than the agent's, on the same communicator. If the sender is
  // in no collective there now and cannot have been in the agent's, it has left that other collective: it did not have
  // to wait for the agent in it.
  void look_for_other_collective(std::uint32_t agent) {
    const Collective *const collective = waits_.collective(agent);
    if (collective == nullptr || waits_.agents()[agent].schedule) return;
    const std::uint32_t process = waits_.agents()[agent].process;
    const auto on = waits_.communicators().id(process, collective->communicator);
    if (on == CommunicatorIndex::unknown || settled_.contains(on)) return;
    for (const Message &message : Messages::to(waits_.messages().arrived(), process, on)) {
      const Operation &one = waits_.evidence()[process].operations[message.index];
      const std::uint32_t sender = message.way.sender;
      if (!is_blocking_collective(one) || collective_name(one.collective) == collective->name) continue;
      if (sender >= waits_.evidence().size() || !waits_.collectives().of(on, sender).empty()) continue;
      if (waits_.collectives().may_be_in(*collective, sender) || !needs(agent, sender)) continue;
      if (!left_.insert({on, sender}).second) continue;
      add(CauseKind::other_collective, agent, process).operation = message.index;
    }
  }

  static bool is_blocking_collective(const Operation &message) {
    return message.internal && message.collective != MPIDBG_COLLECTIVE_UNKNOWN &&
           message.collective != MPIDBG_COLLECTIVE_NONBLOCKING;
  }

  // Returns true if the process may still start a persistent collective on the communicator. If it is in a blocking
  // collective there, the order of the two already differs.
  bool may_start_later(std::uint32_t process, CommunicatorIndex::Id communicator) const {
    const ProcessState state = waits_.evidence()[process].state;
    const std::span<const Entry> entries = waits_.collectives().of(communicator, process);
    return state != ProcessState::in_finalize && state != ProcessState::finalized &&
           std::all_of(entries.begin(), entries.end(), [](const Entry &entry) { return entry.schedule; });
  }

  // Returns true if a process has begun the nonblocking collective with this number, and has not completed it.
  bool is_in(std::uint32_t process, CommunicatorIndex::Id communicator, std::int64_t number) const {
    const std::vector<Schedule> &all = waits_.evidence()[process].schedules;
    return std::any_of(all.begin(), all.end(), [&](const Schedule &one) {
      return (!one.number || *one.number == number) &&
             waits_.communicators().id(process, one.collective.communicator) == communicator;
    });
  }

  // Returns true if the process is in a collective on another communicator than this one, and an other_communicator
  // cause says that ranks call on the one what others call on the other.
  bool is_elsewhere(std::uint32_t process, CommunicatorIndex::Id communicator) const {
    return std::any_of(causes_.begin(), causes_.end(), [&](const Cause &cause) {
      if (cause.kind != CauseKind::other_communicator) return false;
      const auto on = communicator_of(cause.agent), other_on = communicator_of(cause.other_agent);
      if (on != communicator && other_on != communicator) return false;
      return !waits_.collectives().of(on == communicator ? other_on : on, process).empty();
    });
  }

  CommunicatorIndex::Id communicator_of(std::uint32_t agent) const {
    return waits_.communicators().id(waits_.agents()[agent].process, waits_.collective(agent)->communicator);
  }

  bool is_member(std::uint32_t process, CommunicatorIndex::Id communicator) const {
    const GlobalCommunicator &one = waits_.communicators().all()[communicator];
    const ProcessId id = waits_.evidence()[process].id;
    return one.members.contains(id) || one.remote_members.contains(id);
  }

  // Returns true if no member can leave the agent's collective before all members have entered it.
  bool needs_all(std::uint32_t agent) const {
    const std::uint32_t process = waits_.agents()[agent].process;
    const GlobalCommunicator &members = waits_.communicators().all()[communicator_of(agent)];
    const auto rank = members.members.rank_of(waits_.evidence()[process].id);
    return needs_of(*waits_.collective(agent), rank, !members.remote_members.empty()) == Needs::all;
  }

  // Returns the processes at the other end of the internal messages for which the agent (a waiting thread or
  // nonblocking collective) waits in its collective.
  std::vector<std::uint32_t> message_helpers(std::uint32_t agent) const {
    std::vector<std::uint32_t> all;
    for (const std::uint32_t index : reasons(waits_, verdict_, agent)) {
      if (waits_.condition(agent, index).kind != ConditionKind::operation) continue;
      const std::vector<std::uint32_t> helpers = waits_.helpers(agent, index, few_helpers);
      all.insert(all.end(), helpers.begin(), helpers.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  // Returns true if the agent (a waiting thread or nonblocking collective) cannot leave its collective until process
  // `other` enters it.
  bool needs(std::uint32_t agent, std::uint32_t other) const {
    if (needs_all(agent)) return true;
    const std::vector<std::uint32_t> helpers = message_helpers(agent);
    return std::binary_search(helpers.begin(), helpers.end(), other);
  }

  bool is_of_library(std::uint32_t agent) const {
    const Evidence &evidence = waits_.evidence()[waits_.agents()[agent].process];
    return evidence.communicators[static_cast<std::size_t>(waits_.collective(agent)->communicator)].internal;
  }

  // Returns true if the agent's collective is on an internal communicator that belongs to no known window or file.
  bool is_hidden(std::uint32_t agent) const {
    const Evidence &evidence = waits_.evidence()[waits_.agents()[agent].process];
    const auto is_it = [&](const auto &object) {
      return object.communicator == waits_.collective(agent)->communicator;
    };
    return is_of_library(agent) && std::none_of(evidence.windows.begin(), evidence.windows.end(), is_it) &&
           std::none_of(evidence.files.begin(), evidence.files.end(), is_it);
  }

  // Returns true if the program has not been seen to come to the two agents' collectives in different ways.
  bool same_way(std::uint32_t one, std::uint32_t other) const {
    const Agent &a = waits_.agents()[one], &b = waits_.agents()[other];
    if (a.schedule || b.schedule) return true;
    return came_the_same_way(waits_.evidence()[a.process].threads[a.index],
                             waits_.evidence()[b.process].threads[b.index]);
  }

  // Returns true if the process may already have left the agent's collective. In that case, the process's later calls
  // do not prove a mistake. A member of a neighborhood collective leaves as soon as its own neighbours have sent.
  bool may_be_in_order(std::uint32_t agent, CommunicatorIndex::Id on, std::uint32_t process) const {
    const Collective &collective = *waits_.collective(agent);
    return waits_.collectives().entered(collective, on, process) == Entered::yes ||
           (is_among_neighbours(collective.name) && may_be_past(waits_, agent, process));
  }

  // Looks for two ranks that are members of the same two communicators. One rank is in a collective on the first
  // communicator, and the other rank in a collective on the second. An internal communicator may belong to a window or
  // a file of the program, whose collectives have names of their own. Returns true if two such ranks were found.
  bool compare_collectives(const std::vector<std::uint32_t> &ones, const std::vector<std::uint32_t> &others) {
    for (const std::uint32_t one : ones) {
      for (const std::uint32_t other : others) {
        const std::uint32_t process = waits_.agents()[one].process, other_process = waits_.agents()[other].process;
        if (process == other_process) continue;
        const Collective &a = *waits_.collective(one), &b = *waits_.collective(other);
        const auto on = communicator_of(one), other_on = communicator_of(other);
        const bool same_name = a.name == b.name;
        if (!is_member(other_process, on)) continue;
        if (!same_name && !is_member(process, other_on)) continue;
        if (same_name ? is_of_library(one) || is_of_library(other) || !same_way(one, other)
                      : is_hidden(one) || is_hidden(other))
          continue;
        if (!needs(one, other_process) || (is_member(process, other_on) && !needs(other, process))) continue;
        if (!same_name && (may_be_in_order(one, on, other_process) || may_be_in_order(other, other_on, process)))
          continue;
        add_pair(same_name ? CauseKind::other_communicator : CauseKind::collectives_exchanged, one, other);
        causes_.back().may_come_later = same_name && may_come_later(one, other);
        return true;
      }
    }
    return false;
  }

  const Waits &waits_;
  const Verdict &verdict_;
  std::vector<Cause> causes_;
  std::set<CommunicatorIndex::Id> settled_;  // communicators for which a cause was found
  // Pairs of communicator and process for which a cause of the kind other_collective was reported.
  std::set<std::pair<CommunicatorIndex::Id, std::uint32_t>> left_;
  // Persistent collectives that were reported as not started: process, and index in Evidence::inactive.
  std::set<std::pair<std::uint32_t, std::uint32_t>> idle_;
  // Pairs of communicators on which the same collective was reported to be called.
  std::set<std::pair<CommunicatorIndex::Id, CommunicatorIndex::Id>> told_;
  // Communicators for which it was checked whether all members have them.
  std::set<CommunicatorIndex::Id> searched_;
  // Communicators and numbers of the nonblocking collectives that were reported as a cause.
  std::set<std::pair<CommunicatorIndex::Id, std::int64_t>> out_of_order_;
};

}  // namespace

std::vector<Cause> collective_causes(const Waits &waits, const Verdict &verdict,
                                     const std::vector<std::uint32_t> &agents) {
  CollectiveCauses causes(waits, verdict);
  causes.look_at(agents);
  for (const std::uint32_t agent : std::span(agents).first(std::min(agents.size(), most_agents))) {
    const Agent &one = waits.agents()[agent];
    if (one.schedule) causes.look_at_schedule(agent, waits.evidence()[one.process].schedules[one.index]);
  }
  return causes.take();
}

}  // namespace mqs_shim::why
