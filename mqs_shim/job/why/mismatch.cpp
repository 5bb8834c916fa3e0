#include "mqs_shim/job/why/mismatch.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "mqs_shim/job/why/stuck.h"

namespace mqs_shim::why {

namespace {

constexpr std::size_t most_classes = 16;  // different collectives on one communicator
constexpr std::size_t most_helpers = 64;

struct InCollective {
  std::uint32_t agent = 0;
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  const Collective *collective = nullptr;
};

class Core {
 public:
  Core(const Waits &waits, const std::vector<Proof> &stuck) : waits_(waits), stuck_(stuck) {}

  // Whether the process of `later` cannot have left the collective that `waiting` is in.
  bool cannot_have_left(const InCollective &waiting, const InCollective &later) const {
    const Agent &agent = waits_.agents()[waiting.agent];
    const std::uint32_t other = waits_.agents()[later.agent].process;
    if (waits_.collectives().entered(*waiting.collective, waiting.communicator, other) == Entered::yes) return false;
    const GlobalCommunicator &members = waits_.communicators().all()[waiting.communicator];
    const auto rank = members.members.rank_of(waits_.evidence()[agent.process].id);
    if (needs_of(*waiting.collective, rank, !members.remote_members.empty()) == Needs::all) return true;
    for (const std::uint32_t index : proving_conditions(waits_, stuck_, waiting.agent)) {
      if (waits_.condition(waiting.agent, index).kind != ConditionKind::operation) continue;
      const std::vector<std::uint32_t> helpers = waits_.helpers(waiting.agent, index, most_helpers);
      if (std::find(helpers.begin(), helpers.end(), other) != helpers.end()) {
        return true;
      }
    }
    return false;
  }

 private:
  const Waits &waits_;
  const std::vector<Proof> &stuck_;
};

}  // namespace

std::optional<std::pair<std::uint32_t, std::uint32_t>> find_mismatch(const Waits &waits,
                                                                     const std::vector<Proof> &stuck,
                                                                     const std::vector<std::uint32_t> &core) {
  // Of each kind of collective on each communicator the agents of the core, but not more than are worth comparing.
  using Class = std::tuple<std::string, std::optional<std::int32_t>, std::optional<std::int64_t>>;
  std::map<CommunicatorIndex::Id, std::map<Class, std::vector<InCollective>>> classes;
  for (const std::uint32_t number : core) {
    const Collective *collective = waits.collective(number);
    if (collective == nullptr) continue;
    const auto communicator = waits.communicators().id(waits.agents()[number].process, collective->communicator);
    if (communicator == CommunicatorIndex::unknown) continue;
    auto &of_communicator = classes[communicator];
    const Class kind{collective->name, collective->root, collective->sequence};
    if (of_communicator.size() >= most_classes && !of_communicator.contains(kind)) continue;
    std::vector<InCollective> &members = of_communicator[kind];
    if (members.size() < most_helpers) members.push_back({number, communicator, collective});
  }
  const Core facts(waits, stuck);
  for (const auto &[communicator, kinds] : classes) {
    for (auto one = kinds.begin(); one != kinds.end(); ++one) {
      for (auto other = std::next(one); other != kinds.end(); ++other) {
        if (can_be_same(*one->second.front().collective, *other->second.front().collective)) continue;
        for (const InCollective &a : one->second) {
          for (const InCollective &b : other->second) {
            const bool same_process = waits.agents()[a.agent].process == waits.agents()[b.agent].process;
            if (!same_process && facts.cannot_have_left(a, b) && facts.cannot_have_left(b, a))
              return std::pair{a.agent, b.agent};
          }
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace mqs_shim::why
