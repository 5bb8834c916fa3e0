#include "mqs_shim/job/why/likely_cause.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "mqs_shim/job/why/missing_root.h"

namespace mqs_shim::why {

namespace {

constexpr std::size_t most_compared = 4096;  // messages for each wait
constexpr std::size_t most_agents = 4096;    // of a finding that causes are looked for
constexpr std::size_t most_classes = 16;     // different collectives

// Whether all its threads are in collectives or in MPI_Finalize.
bool is_past_messages(const Evidence &evidence) {
  return evidence.state == ProcessState::in_finalize ||
         std::all_of(evidence.threads.begin(), evidence.threads.end(),
                     [](const Thread &thread) { return thread.collective.has_value(); });
}

// All that have arrived, as soon as somebody asks for them.
using MessagesBySender = std::optional<std::vector<Message>>;

class Causes {
 public:
  Causes(const Waits &waits, const Verdict &verdict, MessagesBySender &by_sender)
      : waits_(waits), verdict_(verdict), by_sender_(by_sender) {}

  void look_at(std::uint32_t agent) {
    const Agent &one = waits_.agents()[agent];
    const Evidence &evidence = waits_.evidence()[one.process];
    if (one.schedule) look_at_schedule(agent, evidence.schedules[one.index]);
    for (const std::uint32_t index : reasons(waits_, verdict_, agent)) {
      const Condition condition = waits_.condition(agent, index);
      if (condition.kind != ConditionKind::operation || condition.index < 0) continue;
      const auto operation = static_cast<std::uint32_t>(condition.index);
      if (operation >= evidence.operations.size() || evidence.operations[operation].internal) continue;
      best_.reset();
      waiting_ = Cause();
      waiting_.agent = agent;
      waiting_.condition = index;
      if (const auto idle = inactive_counterpart(one.process, evidence.operations[operation])) {
        waiting_.kind = CauseKind::not_started;
        waiting_.process = peer_of(evidence.operations[operation]);
        waiting_.operation = *idle;
        causes_.push_back(waiting_);
        continue;
      }
      switch (evidence.operations[operation].kind) {
        case OperationKind::receive:
        case OperationKind::probe:
          compare_messages(one.process, evidence.operations[operation]);
          if (!best_) compare_counts(one.process, evidence.operations[operation]);
          break;
        case OperationKind::send:
          compare_receives(one.process, evidence.operations[operation]);
          break;
        default:
          break;
      }
      if (best_) causes_.push_back(*best_);
    }
  }

  void look_at_collectives(const std::vector<std::uint32_t> &agents) {
    for (MissingRoot &missing : find_missing_roots(waits_, verdict_, agents)) {
      Cause cause;
      cause.kind = CauseKind::no_root;
      cause.agent = missing.agent;
      cause.process = missing.group.front();
      cause.group = std::move(missing.group);
      causes_.push_back(std::move(cause));
      without_root_.insert(missing.communicator);
    }
    using Class = std::tuple<CommunicatorIndex::Id, std::string>;
    std::map<Class, std::vector<std::uint32_t>> classes;
    for (const std::uint32_t agent : agents) {
      const Collective *collective = waits_.collective(agent);
      if (collective == nullptr) continue;
      const auto communicator = waits_.communicators().id(waits_.agents()[agent].process, collective->communicator);
      if (communicator == CommunicatorIndex::unknown || without_root_.contains(communicator)) continue;
      const Class kind{communicator, collective->name};
      if (classes.size() >= most_classes && !classes.contains(kind)) continue;
      if (classes[kind].size() < most_classes) classes[kind].push_back(agent);
    }
    for (auto one = classes.begin(); one != classes.end(); ++one) {
      for (auto other = std::next(one); other != classes.end(); ++other) {
        if (std::get<0>(one->first) != std::get<0>(other->first)) compare_collectives(one->second, other->second);
      }
    }
  }

  std::vector<Cause> take() {
    std::stable_sort(causes_.begin(), causes_.end(), [](const Cause &one, const Cause &other) {
      return std::pair{rank(one), one.differences.count()} < std::pair{rank(other), other.differences.count()};
    });
    std::set<std::tuple<std::uint32_t, std::uint32_t>> messages;
    std::set<Pair> pairs;
    std::map<Likeness, std::size_t> places;
    std::vector<Cause> result;
    for (const Cause &cause : causes_) {
      if (cause.kind == CauseKind::nonblocking_order && is_on_other_communicator(cause.agent)) continue;
      if (cause.kind == CauseKind::near_message) {
        // A message that two waits nearly ask for, and a pair that both wait.
        if (!messages.insert({cause.process, cause.operation}).second) continue;
        if (!pairs.insert(pair_of(cause)).second) continue;
        const auto [place, is_new] = places.try_emplace(likeness_of(cause), result.size());
        if (!is_new) {
          result[place->second].alike.push_back(waits_.agents()[cause.agent].process);
          continue;
        }
      }
      result.push_back(cause);
    }
    if (result.size() > most_causes) result.resize(most_causes);
    for (Cause &cause : result) std::sort(cause.alike.begin(), cause.alike.end());
    return result;
  }

 private:
  // True if a cause found earlier already says that the agent is in the same collective on another communicator.
  bool is_on_other_communicator(std::uint32_t agent) const {
    return std::any_of(causes_.begin(), causes_.end(), [&](const Cause &cause) {
      return cause.kind == CauseKind::other_communicator && (cause.agent == agent || cause.other_agent == agent);
    });
  }

  static int rank(const Cause &cause) { return cause.kind == CauseKind::unequal_counts ? 1 : 0; }

  // A message, by its way and tag, and a receive, by its process and number.
  using Pair = std::tuple<ProcessId, ProcessId, CommunicatorIndex::Id, std::int32_t, std::uint32_t, std::uint32_t>;

  Pair pair_of(const Cause &cause) const {
    const std::uint32_t process = waits_.agents()[cause.agent].process;
    const Operation &wanted = *waited_for(waits_, cause),
                    &near = waits_.evidence()[cause.process].operations[cause.operation];
    const bool sends = wanted.kind == OperationKind::send;
    const Operation &message = sends ? wanted : near;
    const std::uint32_t at = sends ? process : cause.process;
    const ProcessId here = waits_.evidence()[at].id, there = message.peer.value_or(ProcessId());
    const bool is_sender = message.kind == OperationKind::send;
    const auto receive = static_cast<std::uint32_t>(waits_.condition(cause.agent, cause.condition).index);
    return {is_sender ? here : there,
            is_sender ? there : here,
            waits_.communicators().id(at, message.communicator),
            message.tag,
            sends ? cause.process : process,
            sends ? cause.operation : receive};
  }

  // The persistent request of the other side, by its number among the inactive ones, that would match if it were
  // started.
  std::optional<std::uint32_t> inactive_counterpart(std::uint32_t process, const Operation &waiting) const {
    const std::uint32_t other = peer_of(waiting);
    const bool sends = waiting.kind == OperationKind::send;
    const bool receives = waiting.kind == OperationKind::receive || waiting.kind == OperationKind::probe;
    const auto communicator = waits_.communicators().id(process, waiting.communicator);
    if (other == nobody || (!sends && !receives) || communicator == CommunicatorIndex::unknown) return std::nullopt;
    if (!waits_.evidence()[other].inactive) return std::nullopt;
    const std::vector<Operation> &theirs = *waits_.evidence()[other].inactive;
    for (std::uint32_t index = 0; index < theirs.size() && index < most_compared; ++index) {
      const Operation &one = theirs[index];
      if ((one.kind == OperationKind::send) == sends) continue;
      if (one.peer && *one.peer != waits_.evidence()[process].id) continue;
      if (waits_.communicators().id(other, one.communicator) != communicator) continue;
      if (sends ? tags_match(one, waiting) : tags_match(waiting, one)) return index;
    }
    return std::nullopt;
  }

  // By the numbers of the nonblocking collectives on one communicator, which are equal on all members.
  void look_at_schedule(std::uint32_t agent, const Schedule &schedule) {
    const std::uint32_t process = waits_.agents()[agent].process;
    const auto communicator = waits_.communicators().id(process, schedule.collective.communicator);
    if (!schedule.number || communicator == CommunicatorIndex::unknown) return;
    for (const std::uint32_t index : reasons(waits_, verdict_, agent)) {
      for (const std::uint32_t helper : waits_.helpers(agent, index, few_helpers)) {
        const auto begun = waits_.collectives().begun_on(communicator, helper);
        if (helper == process || !begun || is_in(helper, communicator, *schedule.number)) continue;
        if (!out_of_order_.insert({communicator, *schedule.number}).second) return;
        Cause cause;
        cause.kind = CauseKind::nonblocking_order;
        cause.agent = agent;
        cause.condition = index;
        cause.process = helper;
        cause.number = *schedule.number;
        cause.begun = *begun;
        causes_.push_back(cause);
        return;
      }
    }
  }

  // Whether a process has begun the nonblocking collective of a number and is not through with it.
  bool is_in(std::uint32_t process, CommunicatorIndex::Id communicator, std::int64_t number) const {
    const std::vector<Schedule> &all = waits_.evidence()[process].schedules;
    return std::any_of(all.begin(), all.end(), [&](const Schedule &one) {
      return (!one.number || *one.number == number) &&
             waits_.communicators().id(process, one.collective.communicator) == communicator;
    });
  }

  // What is equal where several ranks make the same mistake.
  using Likeness = std::tuple<Site, bool, bool, bool, bool, OperationKind, OperationKind, std::int32_t, std::int32_t,
                              CommunicatorIndex::Id>;
  Likeness likeness_of(const Cause &cause) const {
    const Agent &agent = waits_.agents()[cause.agent];
    const Evidence &evidence = waits_.evidence()[agent.process];
    const Operation &wanted = *waited_for(waits_, cause),
                    &near = waits_.evidence()[cause.process].operations[cause.operation];
    const Differences &differ = cause.differences;
    return {agent.schedule ? Site() : evidence.threads[agent.index].site,
            differ.tag,
            differ.communicator,
            differ.sender,
            differ.receiver,
            wanted.kind,
            near.kind,
            wanted.any_tag ? INT32_MIN : wanted.tag,
            near.any_tag ? INT32_MIN : near.tag,
            waits_.communicators().id(agent.process, wanted.communicator)};
  }

  void offer(const Differences &differences, std::uint32_t process, std::uint32_t operation) {
    if (differences.count() == 0 || differences.count() > 2) return;
    // Another message of another pair of ranks: most likely the right one of something else.
    if (differences.tag && (differences.sender || differences.receiver)) return;
    const bool too_long = is_too_long(process, operation);
    if (best_ && std::pair{best_->differences.count(), best_->too_long} <= std::pair{differences.count(), too_long})
      return;
    best_ = waiting_;
    best_->too_long = too_long;
    best_->process = process;
    best_->operation = operation;
    best_->differences = differences;
  }

  // Such a message matches, with an error, so it is no reason to wait; but it was hardly meant for the receive.
  bool is_too_long(std::uint32_t process, std::uint32_t operation) const {
    const Operation &wanted = *waited_for(waits_, waiting_), &near = waits_.evidence()[process].operations[operation];
    const bool sends = wanted.kind == OperationKind::send;
    const Operation &message = sends ? wanted : near, &receive = sends ? near : wanted;
    return receive.kind == OperationKind::receive && receive.bytes >= 0 && message.bytes > receive.bytes;
  }

  static constexpr std::uint32_t nobody = UINT32_MAX;  // any source, or a rank that there is no evidence of
  std::uint32_t peer_of(const Operation &operation) const {
    return operation.peer ? waits_.processes().find(*operation.peer).value_or(nobody) : nobody;
  }

  // Whether a receive names the sender of a message by the rank that the sender has in the message's communicator: with
  // another communicator the same rank can be another process.
  bool names_sender(std::uint32_t at, const Operation &receive, std::uint32_t process, const Operation &message) const {
    const Communicator *const asked = communicator_of(at, receive), *const used = communicator_of(process, message);
    if (asked == nullptr || used == nullptr || !receive.peer) return false;
    const bool is_here = message.kind == OperationKind::send;
    if (!is_here && !message.peer) return false;
    const auto number = is_here ? used->members.rank_of(waits_.evidence()[process].id) : rank_of(*used, *message.peer);
    return number && number == rank_of(*asked, *receive.peer);
  }

  // In the group of those that a member sends to and receives from.
  static std::optional<std::int64_t> rank_of(const Communicator &communicator, ProcessId peer) {
    return (communicator.remote_members.empty() ? communicator.members : communicator.remote_members).rank_of(peer);
  }

  const Communicator *communicator_of(std::uint32_t process, const Operation &operation) const {
    if (waits_.communicators().id(process, operation.communicator) == CommunicatorIndex::unknown) return nullptr;
    return &waits_.evidence()[process].communicators[static_cast<std::size_t>(operation.communicator)];
  }

  const Operation &operation(const Message &message) const {
    return waits_.evidence()[message.process].operations[message.index];
  }

  // Messages to the receiver from anyone, and those of the wanted sender to others.
  void compare_messages(std::uint32_t process, const Operation &receive) {
    const CommunicatorIndex::Id communicator = waits_.communicators().id(process, receive.communicator);
    const std::uint32_t wanted = peer_of(receive);
    const auto compare = [&](const Message &message) {
      const Operation &one = operation(message);
      if (one.internal || one.started || one.kind == OperationKind::extracted) return;
      Differences differences;
      differences.tag = !tags_match(receive, one);
      differences.communicator = message.way.communicator != communicator;
      differences.sender = wanted != nobody && message.way.sender != wanted &&
                           !(differences.communicator && names_sender(process, receive, message.process, one));
      offer(differences, message.process, message.index);
    };
    std::size_t compared = 0;
    for (const Messages::Range all : {waits_.messages().arrived(), waits_.messages().sent()}) {
      for (const Message &message : Messages::to(all, process)) {
        if (++compared > most_compared) return;
        compare(message);
      }
    }
    if (wanted == nobody) return;
    const std::vector<Operation> &theirs = waits_.evidence()[wanted].operations;
    for (std::uint32_t index = 0; index < theirs.size() && ++compared <= most_compared; ++index) {
      const Operation &one = theirs[index];
      if (one.kind != OperationKind::send || one.internal || one.started || !one.peer) continue;
      Differences differences;
      differences.tag = !tags_match(receive, one);
      differences.communicator = waits_.communicators().id(wanted, one.communicator) != communicator;
      differences.receiver = *one.peer != waits_.evidence()[process].id;
      if (differences.receiver) offer(differences, wanted, index);
    }
    if (receive.any_tag) return;
    for (const Message &message : arrived_from(wanted, communicator, receive.tag)) {
      if (++compared > most_compared) return;
      Differences differences;
      differences.receiver = message.process != process;
      if (!is_too_long(message.process, message.index)) offer(differences, message.process, message.index);
    }
  }

  // Messages of the program that have arrived from a process at anyone, in the order of their receivers.
  Messages::Range arrived_from(std::uint32_t sender, CommunicatorIndex::Id communicator, std::int32_t tag) {
    const auto key = [](const Message &one) {
      return std::tie(one.way.sender, one.way.communicator, one.tag, one.process, one.index);
    };
    const auto is_before = [&](const Message &one, const Message &other) { return key(one) < key(other); };
    if (!by_sender_) {
      by_sender_.emplace();
      const Messages::Range arrived = waits_.messages().arrived();
      std::copy_if(arrived.begin(), arrived.end(), std::back_inserter(*by_sender_), [&](const Message &one) {
        return !operation(one).internal && operation(one).kind == OperationKind::unexpected;
      });
      std::sort(by_sender_->begin(), by_sender_->end(), is_before);
    }
    const Message first{{0, communicator, sender}, tag, 0, 0};
    const Message last{{0, communicator, sender}, tag, UINT32_MAX, UINT32_MAX};
    const auto begin = std::lower_bound(by_sender_->begin(), by_sender_->end(), first, is_before);
    return {begin, std::upper_bound(begin, by_sender_->end(), last, is_before)};
  }

  // Receives that the receiver has posted.
  void compare_receives(std::uint32_t process, const Operation &send) {
    const std::uint32_t receiver = peer_of(send);
    if (receiver == nobody) return;
    const CommunicatorIndex::Id communicator = waits_.communicators().id(process, send.communicator);
    std::size_t compared = 0;
    const std::vector<Operation> &theirs = waits_.evidence()[receiver].operations;
    for (std::uint32_t index = 0; index < theirs.size() && ++compared <= most_compared; ++index) {
      const Operation &one = theirs[index];
      const bool asks = one.kind == OperationKind::receive || one.kind == OperationKind::probe;
      if (!asks || one.internal) continue;
      Differences differences;
      differences.tag = !tags_match(one, send);
      differences.communicator = waits_.communicators().id(receiver, one.communicator) != communicator;
      differences.sender = one.peer && *one.peer != waits_.evidence()[process].id &&
                           !(differences.communicator && names_sender(receiver, one, process, send));
      offer(differences, receiver, index);
    }
  }

  // How many messages the other rank has sent on the communicator, and how many this one has taken or asks for.
  void compare_counts(std::uint32_t process, const Operation &receive) {
    const std::uint32_t sender = peer_of(receive);
    const CommunicatorIndex::Id communicator = waits_.communicators().id(process, receive.communicator);
    if (sender == nobody || communicator == CommunicatorIndex::unknown) return;
    const Evidence &evidence = waits_.evidence()[process];
    // Two ranks that receive from each other ask for one more, too; that says nothing.
    if (!is_past_messages(waits_.evidence()[sender])) return;
    if (!accounts_for_messages(evidence) || !accounts_for_messages(waits_.evidence()[sender])) return;
    const auto channel = std::find_if(evidence.channels.begin(), evidence.channels.end(), [&](const Channel &one) {
      return one.peer == *receive.peer && waits_.communicators().id(process, one.communicator) == communicator;
    });
    if (channel == evidence.channels.end() || channel->taken == 0) return;
    const Way way{process, communicator, sender};
    if (may_have_had_collectives(process, communicator) || may_have_had_collectives(sender, communicator)) return;
    const auto is_internal = [&](const Message &message) { return operation(message).internal; };
    const Messages::Range arrived = Messages::on(waits_.messages().arrived(), way);
    const Messages::Range posted = Messages::on(waits_.messages().posted(), way);
    const std::int64_t all = channel->taken, of_library = std::count_if(arrived.begin(), arrived.end(), is_internal);
    const auto here = static_cast<std::int64_t>(arrived.size()) - of_library;
    const auto asked = std::count_if(posted.begin(), posted.end(), std::not_fn(is_internal));
    if (asked <= here || all == of_library) return;
    best_ = waiting_;
    best_->kind = CauseKind::unequal_counts;
    best_->process = sender;
    best_->sent = all - of_library;
    best_->asked = best_->sent - here + asked;
  }

  // Whether messages of the library may have been counted on a communicator: where others were made from it, or where
  // its collectives are counted and there was one before this.
  bool may_have_had_collectives(std::uint32_t process, CommunicatorIndex::Id communicator) const {
    const std::vector<Communicator> &all = waits_.evidence()[process].communicators;
    std::size_t index = 0;
    while (index < all.size() && waits_.communicators().id(process, static_cast<std::int32_t>(index)) != communicator) {
      ++index;
    }
    if (index == all.size() || all[index].collectives.value_or(0) > 1) return true;
    return std::any_of(all.begin(), all.end(), [&](const Communicator &other) {
      return other.context_id > all[index].context_id && other.members.size() + other.remote_members.size() > 1;
    });
  }

  bool is_member(std::uint32_t process, CommunicatorIndex::Id communicator) const {
    const GlobalCommunicator &one = waits_.communicators().all()[communicator];
    const ProcessId id = waits_.evidence()[process].id;
    return one.members.contains(id) || one.remote_members.contains(id);
  }

  // Whether nobody leaves the collective of an agent before the other process has entered it, which it has not.
  bool needs(std::uint32_t agent, std::uint32_t other) const {
    const std::uint32_t process = waits_.agents()[agent].process;
    const Collective &collective = *waits_.collective(agent);
    const auto on = waits_.communicators().id(process, collective.communicator);
    const GlobalCommunicator &members = waits_.communicators().all()[on];
    const auto rank = members.members.rank_of(waits_.evidence()[process].id);
    if (needs_of(collective, rank, !members.remote_members.empty()) == Needs::all) return true;
    const std::vector<std::uint32_t> conditions = reasons(waits_, verdict_, agent);
    return std::any_of(conditions.begin(), conditions.end(), [&](std::uint32_t index) {
      if (waits_.condition(agent, index).kind != ConditionKind::operation) return false;
      const std::vector<std::uint32_t> helpers = waits_.helpers(agent, index, few_helpers);
      return std::find(helpers.begin(), helpers.end(), other) != helpers.end();
    });
  }

  bool is_of_library(std::uint32_t agent) const {
    const Evidence &evidence = waits_.evidence()[waits_.agents()[agent].process];
    return evidence.communicators[static_cast<std::size_t>(waits_.collective(agent)->communicator)].internal;
  }

  // Of two communicators: both ranks are members of both, and each is in the collective of one of them. Communicators
  // of the library belong to a window or a file, whose collectives are other ones by their calls.
  void compare_collectives(const std::vector<std::uint32_t> &ones, const std::vector<std::uint32_t> &others) {
    for (const std::uint32_t one : ones) {
      for (const std::uint32_t other : others) {
        const std::uint32_t process = waits_.agents()[one].process, other_process = waits_.agents()[other].process;
        if (process == other_process) continue;
        const Collective &a = *waits_.collective(one), &b = *waits_.collective(other);
        const auto on = waits_.communicators().id(process, a.communicator);
        const auto other_on = waits_.communicators().id(other_process, b.communicator);
        const bool same_name = a.name == b.name;
        if (!is_member(other_process, on)) continue;
        if (!same_name && !is_member(process, other_on)) continue;
        if (is_of_library(one) || is_of_library(other)) continue;
        if (!needs(one, other_process) || (is_member(process, other_on) && !needs(other, process))) continue;
        Cause cause;
        cause.kind = same_name ? CauseKind::other_communicator : CauseKind::collectives_exchanged;
        cause.agent = one;
        cause.process = other_process;
        cause.other_agent = other;
        cause.differences.communicator = true;
        causes_.push_back(cause);
        return;
      }
    }
  }

  const Waits &waits_;
  const Verdict &verdict_;
  std::vector<Cause> causes_;
  std::set<CommunicatorIndex::Id> without_root_;
  std::set<std::pair<CommunicatorIndex::Id, std::int64_t>> out_of_order_;  // nonblocking collectives
  MessagesBySender &by_sender_;
  std::optional<Cause> best_;
  Cause waiting_;
};

std::vector<Cause> causes_of(const Waits &waits, const Verdict &verdict, const Finding &finding,
                             MessagesBySender &by_sender) {
  Causes causes(waits, verdict, by_sender);
  for (std::size_t index = 0; index < finding.agents.size() && index < most_agents; ++index) {
    causes.look_at(finding.agents[index]);
  }
  causes.look_at_collectives(finding.agents);
  return causes.take();
}

}  // namespace

const Operation *waited_for(const Waits &waits, const Cause &cause) {
  const Condition condition = waits.condition(cause.agent, cause.condition);
  if (condition.kind != ConditionKind::operation) return nullptr;
  const std::vector<Operation> &operations = waits.evidence()[waits.agents()[cause.agent].process].operations;
  return &operations[static_cast<std::size_t>(condition.index)];
}

std::vector<Cause> likely_causes(const Waits &waits, const Verdict &verdict, const Finding &finding) {
  MessagesBySender by_sender;
  return causes_of(waits, verdict, finding, by_sender);
}

std::vector<Cause> likely_causes(const Waits &waits, const Verdict &verdict) {
  MessagesBySender by_sender;
  std::vector<Cause> all;
  for (const Finding &finding : verdict.findings) {
    if (!can_never_go_on(finding.kind) || all.size() >= most_causes) continue;
    for (Cause &cause : causes_of(waits, verdict, finding, by_sender)) all.push_back(std::move(cause));
  }
  return all;
}

}  // namespace mqs_shim::why
