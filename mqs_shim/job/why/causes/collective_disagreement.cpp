#include "mqs_shim/job/why/causes/collective_disagreement.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/job/why/verdict/mismatch.h"

namespace mqs_shim::why {

namespace {

constexpr std::size_t most_searched = 16;

class Disagreements {
 public:
  Disagreements(const Waits &waits, const Verdict &verdict) : waits_(waits), verdict_(verdict) {}

  void look_at(const Finding &finding) {
    std::vector<std::uint32_t> all = finding.agents;
    all.insert(all.end(), finding.behind.begin(), finding.behind.end());
    if (all.size() > most_agents) all.resize(most_agents);
    for (const std::uint32_t agent : all) {
      const Collective *const collective = waits_.collective(agent);
      if (collective == nullptr || communicator_of(agent) == CommunicatorIndex::unknown) continue;
      if (flow_of(*collective) == Flow::from_root) look_for_data_of_another(agent);
      if (flow_of(*collective) == Flow::to_root) look_for_data_elsewhere(agent);
      if (is_among_neighbors(agent, *collective)) look_for_neighbors(agent);
    }
  }

  std::vector<Cause> take() { return std::move(causes_); }

 private:
  CommunicatorIndex::Id communicator_of(std::uint32_t agent) const {
    return waits_.communicators().id(waits_.agents()[agent].process, waits_.collective(agent)->communicator);
  }

  // Returns true for a neighborhood collective, and for the nonblocking collective as which MPICH carries out a
  // blocking one. That nonblocking collective has no name.
  bool is_among_neighbors(std::uint32_t agent, const Collective &collective) const {
    const auto is_one = [](const Collective &called) {
      return mpidbg::mpi_call(called.name).data == mpidbg::DataFlow::neighbors;
    };
    const Agent &one = waits_.agents()[agent];
    const CommunicatorIndex::Id on = communicator_of(agent);
    if (!waits_.collectives().is_part_of_call({on, one.process, one.index, one.schedule})) return is_one(collective);
    const std::span<const Entry> entries = waits_.collectives().of(on, one.process);
    return std::any_of(entries.begin(), entries.end(),
                       [&](const Entry &entry) { return !entry.schedule && is_one(entry.of(waits_.evidence())); });
  }

  Cause *add(CauseKind kind, std::uint32_t agent, std::uint32_t process) {
    if (!settled_.insert(communicator_of(agent)).second) return nullptr;
    Cause &cause = causes_.emplace_back();
    cause.kind = kind;
    cause.agent = agent;
    cause.process = process;
    return &cause;
  }

  // Returns the internal receives for which the agent waits; nothing if it waits for anything else.
  std::vector<const Operation *> awaited_data(std::uint32_t agent) const {
    const std::vector<Operation> &operations = waits_.evidence()[waits_.agents()[agent].process].operations;
    std::vector<const Operation *> awaited;
    for (const std::uint32_t index : reasons(waits_, verdict_, agent)) {
      const Condition condition = waits_.condition(agent, index);
      if (condition.kind != ConditionKind::operation) return {};
      const Operation &operation = operations[static_cast<std::size_t>(condition.index)];
      if (!operation.internal || !operation.peer || operation.kind != OperationKind::receive) return {};
      awaited.push_back(&operation);
    }
    return awaited;
  }

  // Returns true if the message belongs to a collective of the same kind as the awaited one. Libraries give each kind
  // of collective a tag of its own.
  bool is_alike(const Message &message, const Operation &awaited) const {
    return waits_.evidence()[message.process].operations[message.index].internal && message.tag == awaited.tag;
  }

  // Looks for data of the agent's collective that has come from another rank than the awaited ones.
  void look_for_data_of_another(std::uint32_t agent) {
    const std::uint32_t process = waits_.agents()[agent].process;
    const std::vector<const Operation *> awaited = awaited_data(agent);
    if (awaited.empty()) return;
    for (const Message &message : Messages::to(waits_.messages().arrived(), process, communicator_of(agent))) {
      const auto peer = waits_.evidence()[process].operations[message.index].peer;
      const bool is_awaited = std::any_of(awaited.begin(), awaited.end(), [&](auto *one) { return one->peer == peer; });
      if (is_awaited || !peer || !is_alike(message, *awaited.front())) continue;
      if (Cause *const cause = add(CauseKind::other_root, agent, process)) cause->operation = message.index;
      return;
    }
  }

  // Looks for data that an awaited rank has sent to another rank than the agent's.
  void look_for_data_elsewhere(std::uint32_t agent) {
    const CommunicatorIndex::Id on = communicator_of(agent);
    if (settled_.contains(on) || ++searched_ > most_searched) return;
    const Members &members = waits_.communicators().all()[on].members;
    for (const Operation *const awaited : awaited_data(agent)) {
      const auto sender = waits_.processes().find(*awaited->peer);
      if (!sender) continue;
      waits_.processes().each_while(members, [&, from = *sender](std::uint32_t other) {
        if (other == waits_.agents()[agent].process) return true;
        for (const Message &message : Messages::on(waits_.messages().arrived(), {other, on, from})) {
          if (!is_alike(message, *awaited)) continue;
          if (Cause *const cause = add(CauseKind::other_root, agent, other)) cause->operation = message.index;
          return false;
        }
        return true;
      });
    }
  }

  // Returns the neighbours that a process has on the communicator, or null if they are not known.
  const Neighbors *neighbors_of(std::uint32_t process, CommunicatorIndex::Id on) const {
    const std::vector<Communicator> &all = waits_.evidence()[process].communicators;
    for (std::size_t index = 0; index < all.size(); ++index) {
      if (all[index].neighbors && waits_.communicators().id(process, static_cast<std::int32_t>(index)) == on)
        return &*all[index].neighbors;
    }
    return nullptr;
  }

  // Compares how often the agent's process lists an awaited process as a source or destination, and how often that
  // process lists the agent's.
  void look_for_neighbors(std::uint32_t agent) {
    const CommunicatorIndex::Id on = communicator_of(agent);
    const std::uint32_t process = waits_.agents()[agent].process;
    const Neighbors *const own = neighbors_of(process, on);
    if (settled_.contains(on) || own == nullptr) return;
    for (const std::uint32_t index : reasons(waits_, verdict_, agent)) {
      for (const std::uint32_t other : waits_.helpers(agent, index, few_helpers)) {
        const Neighbors *const theirs = neighbors_of(other, on);
        if (theirs == nullptr) continue;
        const auto here = rank_in(on, process), there = rank_in(on, other);
        compare(agent, other, true, times(own->sources, there), times(theirs->destinations, here));
        compare(agent, other, false, times(own->destinations, there), times(theirs->sources, here));
      }
    }
  }

  std::int64_t rank_in(CommunicatorIndex::Id on, std::uint32_t process) const {
    return waits_.communicators().all()[on].members.rank_of(waits_.evidence()[process].id).value_or(-1);
  }

  static std::int64_t times(const std::vector<std::int32_t> &ranks, std::int64_t rank) {
    return std::count(ranks.begin(), ranks.end(), rank);
  }

  void compare(std::uint32_t agent, std::uint32_t other, bool as_source, std::int64_t here, std::int64_t there) {
    if (here <= there) return;
    Cause *const cause = add(CauseKind::neighbors_differ, agent, other);
    if (cause == nullptr) return;
    cause->as_source = as_source;
    cause->asked = here;
    cause->sent = there;
  }

  const Waits &waits_;
  const Verdict &verdict_;
  std::vector<Cause> causes_;
  std::set<CommunicatorIndex::Id> settled_;  // communicators on which a cause was found
  std::size_t searched_ = 0;                 // agents for which the messages of all members were searched
};

}  // namespace

std::vector<Cause> collective_disagreements(const Waits &waits, const Verdict &verdict, const Finding &finding) {
  Disagreements disagreements(waits, verdict);
  disagreements.look_at(finding);
  return disagreements.take();
}

}  // namespace mqs_shim::why
