#include "mqs_shim/render/verdict/words/wait_words.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "mqs_shim/job/why/verdict/folding.h"
#include "mqs_shim/job/why/verdict/mismatch.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/verdict/words/enumeration.h"

namespace mqs_shim {

using why::ConditionKind;
using why::OperationKind;
using why::ProcessId;

namespace {

constexpr std::size_t most_conditions = 3;  // limit for the different conditions that are shown
constexpr std::size_t most_worded = 1024;   // limit for the conditions that are compared

}  // namespace

std::string WaitWords::peer(std::uint32_t process, const why::Operation &operation, bool relative) const {
  if (!operation.peer) return "any rank";
  const ProcessId self = waits().evidence()[process].id;
  if (!relative || operation.peer->job != self.job) return rank(*operation.peer);
  int offset = operation.peer->rank - self.rank;
  // The distance wraps around, so that the last rank and the first rank are neighbours.
  const std::int32_t size = waits().evidence()[process].world_size;
  if (size > 2 && offset > size / 2) offset -= size;
  if (size > 2 && offset < -(size / 2)) offset += size;
  return offset == 0 ? "itself" : "rank" + std::string(offset > 0 ? "+" : "") + std::to_string(offset);
}

std::string WaitWords::operation(std::uint32_t process, const why::Operation &operation, bool relative) const {
  const std::string who = peer(process, operation, relative);
  const std::string on = " on " + communicator(process, operation.communicator);
  const std::string tag = operation.any_tag ? "any tag" : "tag " + std::to_string(operation.tag);
  if (why::is_partitioned(operation.kind)) return partitioned(process, operation, who) + on;
  if (operation.internal) return who + " to do its part" + on;
  switch (operation.kind) {
    case OperationKind::send:
      return who + " to receive " + tag + on;
    case OperationKind::transfer:
      return "the rest of the message that " + who + " sends with " + tag + on;
    case OperationKind::probe:
    case OperationKind::receive:
    default:
      return who + " to send " + tag + on;
  }
}

std::optional<std::string> WaitWords::progress(std::uint32_t number, std::uint32_t index, const why::Operation &one,
                                               bool relative) const {
  const std::uint32_t process = waits().agents()[number].process;
  const std::string tag = one.any_tag ? "" : " of tag " + std::to_string(one.tag);
  const std::string what = tag + " on " + communicator(process, one.communicator);
  if (one.kind == OperationKind::send) {
    const auto operation = static_cast<std::uint32_t>(waits().condition(number, index).index);
    if (waits().messages().state_of(process, operation) != why::SendState::may_go_on) return std::nullopt;
    return peer(process, one, relative) + " to call MPI again and go on with its posted receive" + what;
  }
  const std::vector<std::uint32_t> senders = waits().senders(number, index);
  if (senders.empty()) return std::nullopt;
  const std::string who = one.peer ? peer(process, one, relative) : ranks_of(senders);
  return who + " to call MPI again and go on with its pending send" + what;
}

std::string WaitWords::partitioned(std::uint32_t process, const why::Operation &operation,
                                   const std::string &who) const {
  using why::PartitionedNeed;
  const auto in_partitions = [](std::int32_t count) {
    return std::to_string(count) + (count == 1 ? " partition" : " partitions");
  };
  const auto missing = [&](const why::Operation &send) {
    const std::int32_t most = send.partitions - send.partitions_ready;
    const bool is_one_more = send.perhaps_one_more && most > 1;
    return "MPI_Pready for " + (is_one_more ? std::to_string(most - 1) + " or " : std::string()) +
           std::to_string(most) + " of its " + in_partitions(send.partitions);
  };
  const PartitionedNeed need = waits().partitioned().need(process, operation);
  const why::Operation *const other = waits().partitioned().other_side(process, operation);
  if (operation.kind == OperationKind::partitioned_receive) {
    const std::string tag = operation.any_tag ? "any tag" : "tag " + std::to_string(operation.tag);
    if (need == PartitionedNeed::nobody) return "the rest of the partitions that " + who + " sends with " + tag;
    if (other != nullptr && other->idle) return who + " to start its partitioned send for " + tag;
    if (other != nullptr && other->partitions_ready >= 0 && other->partitions_ready < other->partitions)
      return who + " to call " + missing(*other) + " for " + tag;
    return who + " to send " + tag + " in " + in_partitions(operation.partitions);
  }
  const std::string tag = other != nullptr && other->tag_known ? " with tag " + std::to_string(other->tag) : "";
  const bool has_other_tag = other == nullptr && waits().partitioned().with_another_tag(process, operation).has_value();
  const std::string receiver =
      who + " to start " +
      (has_other_tag ? "a partitioned receive with the tag of the send" : "its partitioned receive") + tag;
  const std::string own = "its own program to call " + missing(operation) + " to " + who + tag;
  switch (need) {
    case PartitionedNeed::nobody:
      return "its partitions to reach " + who + tag;
    case PartitionedNeed::own_program:
      return own;
    case PartitionedNeed::peer:
      return receiver;
    case PartitionedNeed::either:
      break;
  }
  return operation.partitions_ready < 0 ? receiver : receiver + ", or " + own;
}

std::string WaitWords::collective(std::uint32_t agent, std::uint32_t index) const {
  const why::Collective *collective = waits().collective(agent);
  const std::uint32_t process = waits().agents()[agent].process;
  const std::string what = collective == nullptr ? "the collective" : in_words(process, *collective);
  const auto helpers = waits().helpers(agent, index, why::most_helpers);
  if (helpers.empty()) return "the other members, which have entered it, to finish " + what;
  const auto id = collective == nullptr ? why::CommunicatorIndex::unknown
                                        : waits().communicators().id(process, collective->communicator);
  const bool have_entered =
      id != why::CommunicatorIndex::unknown && std::all_of(helpers.begin(), helpers.end(), [&](std::uint32_t helper) {
        return waits().collectives().entered(*collective, id, helper) == why::Entered::yes ||
               waits().collectives().may_be_in(*collective, helper);
      });
  return ranks_of(helpers) + (have_entered ? " to go on in " : " to enter ") + what;
}

// Follows internal messages from one agent (a waiting rank) to the next, as long as the awaited agents wait in the same
// collective. In rooted collectives, names only the directly awaited ranks: if a rank has passed another root, the
// ranks for which it waits would be misleading.
std::optional<std::string> WaitWords::inside_collective(const why::Verdict &verdict, std::uint32_t number,
                                                        bool relative) const {
  const std::uint32_t process = waits().agents()[number].process;
  const why::Collective &collective = *waits().collective(number);
  const auto id = waits().communicators().id(process, collective.communicator);
  if (id == why::CommunicatorIndex::unknown) return std::nullopt;
  const bool has_root = why::flow_of(collective) != why::Flow::between_all;
  std::vector<std::uint32_t> absent, inside, direct, agents{number};
  std::vector<std::string> distances;
  for (std::size_t next = 0; next < agents.size(); ++next) {
    if (agents.size() > why::few_helpers) return std::nullopt;
    const std::uint32_t at = waits().agents()[agents[next]].process;
    const std::vector<std::uint32_t> conditions = why::reasons(waits(), verdict, agents[next]);
    if (conditions.empty() && next == 0) return std::nullopt;
    if (conditions.empty()) inside.push_back(at);  // this member continues by itself
    for (const std::uint32_t index : conditions) {
      const why::Condition condition = waits().condition(agents[next], index);
      if (condition.kind == ConditionKind::schedule) {
        agents.push_back(static_cast<std::uint32_t>(waits().agent_of(waits().prospects(agents[next])[index].target)));
        continue;
      }
      if (condition.kind != ConditionKind::operation) return std::nullopt;
      const why::Operation &one = waits().evidence()[at].operations[static_cast<std::size_t>(condition.index)];
      const auto peer_process = one.peer ? waits().processes().find(*one.peer) : std::nullopt;
      if (!one.internal || !peer_process) return std::nullopt;
      const bool sends = one.kind == OperationKind::send;
      if (at == process) {
        direct.push_back(*peer_process);
        distances.push_back(peer(process, one, true));
      }
      if (waits().collectives().entered(collective, id, *peer_process) != why::Entered::yes) {
        (waits().collectives().may_be_in(collective, *peer_process) ? inside : absent).push_back(*peer_process);
      } else if (sends || has_root) {
        inside.push_back(*peer_process);
      } else {
        const auto entries = waits().collectives().of(id, *peer_process);
        for (const why::Entry &entry : entries) {
          if (!why::can_be_same(entry.of(waits().evidence()), collective)) continue;
          const auto agent = waits().number_of({entry.process, entry.agent, entry.schedule});
          if (agent && std::find(agents.begin(), agents.end(), *agent) == agents.end()) agents.push_back(*agent);
        }
      }
    }
  }
  const why::GlobalCommunicator &members = waits().communicators().all()[id];
  const bool needs_all = why::needs_of(collective, members.members.rank_of(waits().evidence()[process].id),
                                       !members.remote_members.empty()) == why::Needs::all;
  if (relative && needs_all) return std::nullopt;
  const std::string what = in_words(process, collective);
  // A rank may have left the collective already, so that it is not known whether it still has to enter. About such a
  // rank, the text says "to take part".
  if (relative) return enumeration(distances, "and") + " to take part in " + what;
  if (!absent.empty() && inside.empty() && needs_all) return ranks_of(absent) + " to enter " + what;
  std::vector<std::uint32_t> &who = absent.empty() ? inside : absent;
  if (!absent.empty()) who.insert(who.end(), inside.begin(), inside.end());
  std::erase(who, process);  // if the waits lead back to the process, only its direct waits are named
  if (who.empty() && direct.empty()) return std::nullopt;  // the schedule of the process continues by itself
  return ranks_of(who.empty() ? direct : who) + " to take part in " + what;
}

std::string WaitWords::window(std::uint32_t number, std::uint32_t index) const {
  const why::Condition condition = waits().condition(number, index);
  const why::WindowHelpers helpers = waits().windows().helpers(waits().agents()[number].process, condition);
  std::string who = helpers.all.empty() ? std::string() : ranks_of(helpers.all);
  if (!helpers.some.empty())
    who +=
        (who.empty() ? "" : " and ") + std::string(helpers.some.size() == 1 ? "" : "one of ") + ranks_of(helpers.some);
  if (!helpers.unseen.empty()) who += (who.empty() ? "" : " and ") + ranks(helpers.unseen);
  const std::string what = window_name(number, condition);
  const why::Window *const of_window =
      why::Windows::window_of(waits().evidence()[waits().agents()[number].process], condition);
  if (who.empty() && condition.kind == ConditionKind::lock && of_window != nullptr && of_window->by_loads)
    return "its turn to lock " + what + ", and the library does not keep whose turn it is";
  if (who.empty()) who = "others";
  if (helpers.answers) return who + " to call MPI again and grant the lock of " + what;
  if (helpers.queued) return who + ", whose turn comes first, to lock and unlock " + what;
  if (condition.kind == ConditionKind::lock) return who + " to unlock " + what;
  return who + (condition.kind == ConditionKind::post ? " to call MPI_Win_post on " : " to call MPI_Win_complete on ") +
         what;
}

bool WaitWords::waits_for_entry(std::uint32_t number) const {
  const why::Collective &collective = *waits().collective(number);
  const std::uint32_t process = waits().agents()[number].process;
  const auto id = waits().communicators().id(process, collective.communicator);
  if (id == why::CommunicatorIndex::unknown) return true;
  const why::GlobalCommunicator &on = waits().communicators().all()[id];
  const auto rank = on.members.rank_of(waits().evidence()[process].id);
  if (why::needs_of(collective, rank, !on.remote_members.empty()) == why::Needs::all) return true;
  for (std::size_t index = 0; index < waits().prospects(number).size(); ++index) {
    if (waits().condition(number, index).kind == ConditionKind::enter) return true;
  }
  return false;
}

const std::string &WaitWords::not_entered(std::uint32_t number) const {
  static const std::string nobody;
  const why::Collective *collective = waits().collective(number);
  if (collective == nullptr) return nobody;
  const auto id = waits().communicators().id(waits().agents()[number].process, collective->communicator);
  if (id == why::CommunicatorIndex::unknown) return nobody;
  const auto [cached, is_new] = not_entered_.try_emplace({id, collective->name, collective->sequence.value_or(-1)});
  if (!is_new) return cached->second;
  std::vector<std::uint32_t> absent;
  waits().processes().each(waits().communicators().all()[id].members, [&](std::uint32_t process) {
    const bool has_entered = waits().collectives().entered(*collective, id, process) == why::Entered::yes;
    if (!has_entered && !waits().collectives().may_be_in(*collective, process)) absent.push_back(process);
  });
  if (!absent.empty()) cached->second = ranks_of(absent);
  return cached->second;
}

std::string WaitWords::file_of(std::uint32_t process, std::int32_t communicator) const {
  const std::string file = owner(process, communicator, {});
  return file.empty() ? "a file" : file;
}

std::string WaitWords::condition(std::uint32_t number, std::uint32_t index, bool relative) const {
  const why::Agent &agent = waits().agents()[number];
  const why::Evidence &evidence = waits().evidence()[agent.process];
  const why::Condition condition = waits().condition(number, index);
  if (auto text = in_tagged_call(number, index, relative)) return *std::move(text);
  switch (condition.kind) {
    case ConditionKind::operation: {
      const why::Operation &one = evidence.operations[static_cast<std::size_t>(condition.index)];
      const why::Collective *const inside = agent.schedule ? nullptr : waits().collective(number);
      if (inside != nullptr && one.internal)
        return peer(agent.process, one, relative) + " to take part in " + in_words(agent.process, *inside);
      if (waits().prospects(number)[index].outlook == why::Outlook::progress && !one.internal) {
        if (auto text = progress(number, index, one, relative)) return *std::move(text);
      }
      if (condition.of_file)
        return peer(agent.process, one, relative) + " to take part in its operation on " +
               file_of(agent.process, one.communicator);
      return operation(agent.process, one, relative);
    }
    case ConditionKind::schedule: {
      const why::Schedule &schedule = evidence.schedules[static_cast<std::size_t>(condition.index)];
      if (condition.of_file)
        return "its operation on " + file_of(agent.process, schedule.collective.communicator) +
               ", by a nonblocking collective of the ranks that have opened it";
      const std::string name =
          schedule.collective.name.empty() ? "the nonblocking collective" : schedule.collective.name;
      return printable(name) + " on " + communicator(agent.process, schedule.collective.communicator) + " to complete";
    }
    case ConditionKind::enter:
      return collective(number, index);
    case ConditionKind::members: {
      const auto helpers = waits().helpers(number, index, why::most_helpers);
      const std::string who = helpers.empty() ? "the other ranks" : ranks_of(helpers);
      const why::ProcessState state = evidence.state;
      const bool have_come = !helpers.empty() && std::all_of(helpers.begin(), helpers.end(), [&](std::uint32_t helper) {
        return waits().evidence()[helper].state == state;
      });
      return who + (have_come ? " to go on in " : " to call ") + call(number);
    }
    case ConditionKind::any_member:
      return "another member of the window";
    case ConditionKind::post:
    case ConditionKind::complete:
    case ConditionKind::lock:
      return window(number, index);
    case ConditionKind::program:
      return "its own program to call MPI_Grequest_complete";
    case ConditionKind::external:
      return condition.of_file ? "its operation on a file" : "something that may be outside of the job";
  }
  return {};
}

std::string WaitWords::wait(const why::Verdict &verdict, std::uint32_t number, bool relative) const {
  const why::Agent &agent = waits().agents()[number];
  if (const why::Collective *collective = waits().collective(number); collective != nullptr && !agent.schedule) {
    if (const auto text = inside_collective(verdict, number, relative)) return *text;
    if (waits_for_entry(number)) {
      if (const std::string &absent = not_entered(number); !absent.empty())
        return absent + " to enter " + in_words(agent.process, *collective);
    }
  }
  std::vector<std::uint32_t> indices = why::reasons(waits(), verdict, number);
  if (indices.empty()) {
    for (std::uint32_t i = 0; i < waits().prospects(number).size(); ++i) indices.push_back(i);
  }
  std::vector<std::string> texts;
  std::vector<int> times;
  std::size_t shown = 0;
  for (; shown < indices.size() && shown < most_worded; ++shown) {
    std::string text = condition(number, indices[shown], relative);
    const auto same = std::find(texts.begin(), texts.end(), text);
    if (same == texts.end() && texts.size() == most_conditions) break;
    if (same != texts.end()) {
      ++times[static_cast<std::size_t>(same - texts.begin())];
      continue;
    }
    texts.push_back(std::move(text));
    times.push_back(1);
  }
  const bool all = waits().needs_all(number);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (times[i] > 1)
      texts[i] += " (" + std::to_string(times[i]) + (all ? " of these, all needed)" : " of these, any one suffices)");
  }
  std::string text = enumeration(texts, all ? "and" : "or");
  if (indices.size() > shown)
    text += ", " + std::string(all ? "and " : "or ") + std::to_string(indices.size() - shown) + " more";
  return text;
}

namespace {

// Returns true for two ranks that wait for each other. These are shown by their numbers, because distances are
// confusing: "rank+1" of the last rank is the first rank.
bool is_pair_of_neighbours(const why::Shape &shape) {
  return shape.agents.size() == 2 && std::any_of(shape.distances.begin(), shape.distances.end(),
                                                 [](const auto &distance) { return distance.value_or(0) != 0; });
}

// Joins groups with equal texts. Such groups differ only in facts that the texts do not mention, such as internal
// messages of a collective.
void join_equal(std::vector<WaitGroup> &groups) {
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
  std::vector<WaitGroup> joined;
  for (WaitGroup &group : groups) {
    const auto [found, is_new] = known.try_emplace({group.call, group.site, group.wait}, joined.size());
    if (is_new) {
      joined.push_back(std::move(group));
    } else {
      auto &agents = joined[found->second].agents;
      agents.insert(agents.end(), group.agents.begin(), group.agents.end());
      std::sort(agents.begin(), agents.end());
    }
  }
  groups = std::move(joined);
}

}  // namespace

std::vector<WaitGroup> group_waits(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                                   std::span<const std::uint32_t> agents) {
  std::vector<WaitGroup> groups;
  for (why::Shape &shape : why::fold(waits, agents)) {
    if (is_pair_of_neighbours(shape)) {
      for (const std::uint32_t agent : shape.agents)
        groups.push_back({{agent}, words.call(agent), words.site(agent), words.wait(verdict, agent, false)});
      continue;
    }
    const std::uint32_t first = shape.agents.front();
    const bool relative = !shape.distances.empty() && shape.agents.size() > 1;
    groups.push_back({{}, words.call(first), words.site(first), words.wait(verdict, first, relative)});
    groups.back().agents = std::move(shape.agents);
  }
  join_equal(groups);
  std::stable_sort(groups.begin(), groups.end(), [](const WaitGroup &a, const WaitGroup &b) {
    return std::pair(a.agents.size(), a.agents.front()) < std::pair(b.agents.size(), b.agents.front());
  });
  return groups;
}

}  // namespace mqs_shim
