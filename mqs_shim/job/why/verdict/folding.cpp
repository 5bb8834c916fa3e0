#include "mqs_shim/job/why/verdict/folding.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "mqs_shim/job/why/evidence/element.h"

namespace mqs_shim::why {

namespace {

void put(std::string &key, std::int64_t number) {
  key.append(reinterpret_cast<const char *>(&number), sizeof number);
}

void put(std::string &key, const std::string &text) {
  put(key, static_cast<std::int64_t>(text.size()));
  key += text;
}

void put(std::string &key, const Collective &collective, CommunicatorIndex::Id communicator) {
  put(key, collective.name);
  put(key, communicator);
  put(key, collective.root.value_or(-1));
  put(key, collective.sequence.value_or(-1));
}

using Distances = std::vector<std::optional<std::int64_t>>;

class Folder {
 public:
  explicit Folder(const Waits &waits) : waits_(waits) {}

  // Returns a key with everything that has to be equal in order to fold agents, except the peers of their operations.
  std::string likeness(std::uint32_t number) const {
    const Agent &agent = waits_.agents()[number];
    const Evidence &evidence = waits_.evidence()[agent.process];
    std::string key;
    put(key, agent.schedule);
    put(key, evidence.program);
    if (agent.schedule) {
      const Collective &collective = evidence.schedules[agent.index].collective;
      put(key, collective, waits_.communicators().id(agent.process, collective.communicator));
    } else {
      const Thread &thread = evidence.threads[agent.index];
      put(key, thread.call);
      for (const std::string *text : {&thread.site.function, &thread.site.file, &thread.site.module}) put(key, *text);
      put(key, thread.site.line);
      put(key, static_cast<std::int64_t>(in_source(thread.site).offset));
      put(key, thread.all);
      if (thread.collective) {
        put(key, *thread.collective, waits_.communicators().id(agent.process, thread.collective->communicator));
      }
    }
    for (std::size_t index = 0; index < waits_.prospects(number).size(); ++index) {
      const Condition condition = waits_.condition(number, index);
      put(key, static_cast<std::int64_t>(condition.kind));
      if (condition.kind == ConditionKind::members || condition.kind == ConditionKind::any_member) {
        put(key, static_cast<std::int64_t>(MembersHash()(condition.processes)));
      }
      if (condition.kind == ConditionKind::schedule) {
        const Collective &part = evidence.schedules[static_cast<std::size_t>(condition.index)].collective;
        put(key, part, waits_.communicators().id(agent.process, part.communicator));
      }
      if (const Window *window = Windows::window_of(evidence, condition))
        put_window(key, number, index, *window, condition.lock);
      const Operation *operation = operation_of(number, condition);
      if (operation == nullptr) continue;
      put(key, static_cast<std::int64_t>(operation->kind));
      put(key, operation->internal);
      if (!operation->internal) put(key, operation->any_tag ? INT64_MAX : operation->tag);
      put(key, operation->peer.has_value());
      put(key, waits_.communicators().id(agent.process, operation->communicator));
    }
    return key;
  }

  // Returns a key with the peers of the agent's operations, as job and rank.
  std::string peers(std::uint32_t number) const {
    std::string key;
    for (const Operation *operation : operations_of(number)) {
      if (operation == nullptr || !operation->peer) continue;
      put(key, operation->peer->job);
      put(key, operation->peer->rank);
    }
    return key;
  }

  // Returns the distances from the agent's rank to the peers of its operations in their communicators, or nothing if a
  // rank is not known.
  std::optional<Distances> distances(std::uint32_t number) const {
    const Agent &agent = waits_.agents()[number];
    const Evidence &evidence = waits_.evidence()[agent.process];
    Distances found;
    for (const Operation *operation : operations_of(number)) {
      found.emplace_back();
      if (operation == nullptr || !operation->peer) continue;
      const auto communicator = static_cast<std::size_t>(operation->communicator);
      if (operation->communicator < 0 || communicator >= evidence.communicators.size()) return std::nullopt;
      const Members &members = evidence.communicators[communicator].members;
      const auto own = members.rank_of(evidence.id), peer = members.rank_of(*operation->peer);
      if (!own || !peer) return std::nullopt;
      const std::int64_t size = members.size(), distance = (*peer - *own + size) % size;
      found.back() = distance > size / 2 ? distance - size : distance;
    }
    return found;
  }

 private:
  // For a condition about a window: adds the needed processes and the lock to the key.
  void put_window(std::string &key, std::uint32_t number, std::size_t index, const Window &window,
                  std::int32_t lock) const {
    put(key, waits_.communicators().id(waits_.agents()[number].process, window.communicator));
    put(key, lock < 0 ? -2 : window.locks[static_cast<std::size_t>(lock)].target);
    for (const std::uint32_t helper : waits_.helpers(number, index, few_helpers)) put(key, helper);
  }

  // Returns one operation for each condition of the agent, or null if the condition is not about an operation. If a
  // blocking collective waits for a schedule, returns the operations of the schedule instead.
  std::vector<const Operation *> operations_of(std::uint32_t number) const {
    const Agent &agent = waits_.agents()[number];
    const Evidence &evidence = waits_.evidence()[agent.process];
    std::vector<const Operation *> found;
    for (std::size_t index = 0; index < waits_.prospects(number).size(); ++index) {
      const Condition condition = waits_.condition(number, index);
      const Schedule *schedule =
          condition.kind == ConditionKind::schedule ? element(evidence.schedules, condition.index) : nullptr;
      if (schedule == nullptr || !waits_.collective(number)) {
        found.push_back(operation_of(number, condition));
        continue;
      }
      for (const std::int32_t operation : schedule->operations)
        found.push_back(element(evidence.operations, operation));
    }
    return found;
  }

  const Operation *operation_of(std::uint32_t number, const Condition &condition) const {
    const std::vector<Operation> &operations = waits_.evidence()[waits_.agents()[number].process].operations;
    const auto index = static_cast<std::size_t>(condition.index);
    const bool is_one = condition.kind == ConditionKind::operation && condition.index >= 0 && index < operations.size();
    return is_one ? &operations[index] : nullptr;
  }

  const Waits &waits_;
};

using Groups = std::vector<std::vector<std::uint32_t>>;

// Groups the agents that have equal keys; the groups are in the order of their first agents. Returns nothing if there
// are more than `most` keys.
template <class KeyOf>
std::optional<Groups> group(std::span<const std::uint32_t> agents, std::size_t most, KeyOf &&key_of) {
  std::unordered_map<std::string, std::size_t> known;
  Groups groups;
  for (const std::uint32_t agent : agents) {
    const auto [found, is_new] = known.try_emplace(key_of(agent), groups.size());
    if (is_new) {
      if (groups.size() == most) return std::nullopt;
      groups.emplace_back();
    }
    groups[found->second].push_back(agent);
  }
  return groups;
}

}  // namespace

std::vector<Shape> fold(const Waits &waits, std::span<const std::uint32_t> agents) {
  const Folder folder(waits);
  const auto likeness = [&](std::uint32_t agent) { return folder.likeness(agent); };
  const auto absolute = [&](std::uint32_t agent) { return folder.peers(agent); };
  const auto relative = [&](std::uint32_t agent) {
    const auto distances = folder.distances(agent);
    std::string key;
    if (!distances) return "as it is " + folder.peers(agent);
    for (const auto &distance : *distances) put(key, distance.value_or(INT64_MAX));
    return key;
  };
  std::vector<Shape> shapes;
  const std::optional<Groups> alike_groups = group(agents, agents.size(), likeness);
  for (const auto &alike : *alike_groups) {
    // Groups by peers or by distances, whichever makes fewer groups. Stops counting at a limit, as each agent may be a
    // group of its own.
    std::optional<Groups> by_peers, by_distances;
    for (std::size_t most = 64; !by_peers && !by_distances; most *= 2) {
      by_peers = group(alike, most, absolute);
      by_distances = group(alike, by_peers ? by_peers->size() - 1 : most, relative);
    }
    for (const auto &one : by_distances ? *by_distances : *by_peers) {
      Shape shape;
      shape.agents = one;
      if (by_distances && one.size() > 1) shape.distances = folder.distances(one.front()).value_or(Distances());
      shapes.push_back(std::move(shape));
    }
  }
  std::stable_sort(shapes.begin(), shapes.end(),
                   [](const Shape &one, const Shape &other) { return one.agents.front() < other.agents.front(); });
  return shapes;
}

}  // namespace mqs_shim::why
