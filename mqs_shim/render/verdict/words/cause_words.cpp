#include "mqs_shim/render/verdict/words/cause_words.h"

#include <algorithm>

#include "mqs_shim/job/why/causes/tagged_calls.h"
#include "mqs_shim/job/why/evidence/program_tag.h"
#include "mqs_shim/records/collective_name.h"
#include "mqs_shim/render/verdict/words/early_leave_words.h"

namespace mqs_shim {

namespace {

using why::Cause;
using why::CauseKind;
using why::OperationKind;

std::string place(const std::string &site) {
  return site.empty() ? site : " at " + site;
}

std::string tag_text(const why::Operation &operation) {
  return operation.any_tag ? "any tag" : "tag " + std::to_string(operation.tag);
}

std::string bytes_text(const why::Operation &operation) {
  if (operation.bytes < 0) return {};
  return ", " + std::to_string(operation.bytes) + (operation.bytes == 1 ? " byte" : " bytes");
}

std::string difference_text(const Cause &cause) {
  const why::Differences &differences = cause.differences;
  std::string text;
  const auto add = [&](bool differs, const char *what) {
    if (differs) text += (text.empty() ? "the " : " and the ") + std::string(what);
  };
  add(differences.tag, "tag");
  add(differences.communicator, "communicator");
  add(differences.sender, "sender");
  add(differences.receiver, "receiver");
  if (differences.count() == 1) return (cause.too_long ? ": " : ": only ") + text + " differs";
  return text.empty() ? text : ": " + text + " differ";
}

// Returns the remark that the cause may be no mistake, because the fitting operation may come later; empty if it
// cannot.
std::string later_text(const Cause &cause, const std::string &unless) {
  return cause.may_come_later ? ", unless " + unless : std::string();
}

// Returns a text such as ": 40 bytes for 4", if the message has 40 bytes and the receive has room for 4.
std::string room_text(const why::Operation &near, const why::Operation &wanted) {
  const bool sends = wanted.kind == OperationKind::send;
  const why::Operation &message = sends ? wanted : near, &receive = sends ? near : wanted;
  return ": " + std::to_string(message.bytes) + " bytes for " + std::to_string(receive.bytes);
}

// Returns a text such as ", rank 0 of which is rank 1" if the communicators of receive and message differ and
// the sender is not the receive's source; otherwise an empty text.
std::string same_number_text(const WaitWords &words, const why::Waits &waits, const Cause &cause,
                             const why::Operation &near, const why::Operation &wanted) {
  if (!cause.differences.communicator || cause.differences.sender) return {};
  const bool sends = wanted.kind == OperationKind::send;
  const why::Operation &receive = sends ? near : wanted, &message = sends ? wanted : near;
  const std::uint32_t process = sends ? cause.process : waits.agents()[cause.agent].process;
  const std::uint32_t at = sends ? waits.agents()[cause.agent].process : cause.process;
  const std::optional<why::ProcessId> sender =
      message.kind == OperationKind::send ? waits.evidence()[at].id : message.peer;
  if (!receive.peer || !sender || *receive.peer == *sender) return {};
  const why::Communicator &asked =
      waits.evidence()[process].communicators[static_cast<std::size_t>(receive.communicator)];
  const auto number = (asked.remote_members.empty() ? asked.members : asked.remote_members).rank_of(*receive.peer);
  if (!number) return {};
  return ", rank " + std::to_string(*number) + " of which is " + words.rank(*receive.peer);
}

// Returns a sentence about a cause that concerns partitioned operations. In MPICH, the sender does not store the tag.
std::string partitioned(const WaitWords &words, const why::Waits &waits, const Cause &cause,
                        const why::Operation &wanted) {
  const why::Operation &near = waits.evidence()[cause.process].operations[cause.operation];
  const std::uint32_t process = waits.agents()[cause.agent].process;
  const bool sends = wanted.kind == OperationKind::partitioned_send;
  const why::Operation &send = sends ? wanted : near, &receive = sends ? near : wanted;
  const std::string sender = words.rank_of(sends ? process : cause.process);
  return words.rank_of(sends ? cause.process : process) + " has started a partitioned receive from " + sender +
         " with " + tag_text(receive) + " on " + words.communicator(cause.process, near.communicator) +
         ", and the partitioned send of " + sender + " has " +
         (send.tag_known ? tag_text(send) : "another tag, which its library does not keep") + difference_text(cause);
}

// Returns a sentence about two ranks that make a communicator by a call that takes a tag.
std::string in_tagged_calls(const WaitWords &words, const why::Waits &waits, const Cause &cause,
                            const why::Operation &wanted) {
  const why::Operation &near = waits.evidence()[cause.process].operations[cause.operation];
  const std::uint32_t process = waits.agents()[cause.agent].process;
  const auto arguments = [&](std::uint32_t at, const why::Operation &one) {
    return " with tag " + std::to_string(why::program_tag(one).value_or(one.tag)) + " on " +
           words.communicator(at, one.communicator);
  };
  const std::string call = words.call(cause.agent);
  return words.rank_of(process) + " is in " + call + arguments(process, wanted) + ", and " +
         (wanted.peer ? words.rank(*wanted.peer) : "the other rank") + " in " + call + arguments(cause.process, near) +
         difference_text(cause);
}

std::string near_message(const WaitWords &words, const why::Waits &waits, const Cause &cause) {
  const why::Operation &near = waits.evidence()[cause.process].operations[cause.operation];
  const why::Operation *const wanted = why::waited_for(waits, cause);
  if (wanted != nullptr && why::is_partitioned(wanted->kind)) return partitioned(words, waits, cause, *wanted);
  if (wanted != nullptr && !why::tagged_call_of(waits, cause.agent).empty())
    return in_tagged_calls(words, waits, cause, *wanted);
  const std::string on = " on " + words.communicator(cause.process, near.communicator);
  const std::string here = words.rank_of(cause.process);
  const std::string peer = near.peer ? words.rank(*near.peer) : "any rank";
  std::string text;
  const bool is_elsewhere = cause.differences.receiver && cause.differences.count() == 1;
  if (is_elsewhere && (near.kind == OperationKind::send || near.kind == OperationKind::unexpected)) {
    const bool sends = near.kind == OperationKind::send;
    text = (sends ? here + " sends " : peer + " sent ") + tag_text(near) + bytes_text(near) +
           (near.bytes < 0 ? "" : ",") + on + " to " + (sends ? peer : here) + ", where no receive for it is posted; " +
           words.rank_of(waits.agents()[cause.agent].process) + " waits for it" + difference_text(cause) +
           later_text(cause, (sends ? peer : here) + " asks for it later");
    return cause.alike.empty() ? text : text + "; likewise " + words.ranks_of(cause.alike);
  }
  switch (near.kind) {
    case OperationKind::send:
      text = here + " sends " + tag_text(near) + " to " + peer + on + bytes_text(near) +
             ", and no receive for it is posted";
      break;
    case OperationKind::unexpected:
    case OperationKind::extracted:
      text = peer + " sent " + tag_text(near) + " to " + here + on + bytes_text(near) +
             ", and no receive for it is posted";
      break;
    default:
      text = here + " asks " + peer + " for " + tag_text(near) + on + bytes_text(near);
      break;
  }
  const std::uint32_t process = waits.agents()[cause.agent].process;
  text += "; " + words.rank_of(process);
  if (wanted == nullptr) return text + " waits" + difference_text(cause);
  text += wanted->kind == OperationKind::send ? " sends " : " waits for ";
  text += tag_text(*wanted);
  const std::string wanted_peer = wanted->peer ? words.rank(*wanted->peer) : "any rank";
  if (cause.differences.sender || cause.differences.receiver)
    text += (wanted->kind == OperationKind::send ? " to " : " from ") + wanted_peer;
  if (cause.differences.communicator) text += " on " + words.communicator(process, wanted->communicator);
  text += difference_text(cause) + same_number_text(words, waits, cause, near, *wanted);
  if (cause.too_long) text += ", and the message is longer than the receive" + room_text(near, *wanted);
  text += later_text(
      cause, wanted->kind == OperationKind::send ? "that receive is for another message" : "it is for a later receive");
  if (cause.alike.empty()) return text;
  const std::string alike = words.ranks_of(cause.alike);
  if (wanted->kind != OperationKind::send) return text + "; likewise " + alike;
  return text + "; likewise what " + alike + (words.are_one(cause.alike) ? " sends" : " send");
}

// Returns the place at which the program waits for a nonblocking collective of the same process; empty if no thread
// waits for it.
std::string waited_for_at(const why::Waits &waits, const why::Agent &schedule) {
  for (const why::Thread &thread : waits.evidence()[schedule.process].threads) {
    const bool waits_for_it =
        std::any_of(thread.conditions.begin(), thread.conditions.end(), [&](const why::Condition &condition) {
          return condition.kind == why::ConditionKind::schedule &&
                 condition.index == static_cast<std::int32_t>(schedule.index);
        });
    if (waits_for_it) return WaitWords::site_text(thread.site);
  }
  return {};
}

std::string in_collective(const WaitWords &words, const why::Waits &waits, std::uint32_t number) {
  const why::Agent &agent = waits.agents()[number];
  const why::Collective *const collective = waits.collective(number);
  const bool is_named = collective != nullptr && !collective->name.empty();
  std::string text = words.rank_of(agent.process) + " is in " +
                     (is_named         ? words.collective_name(agent.process, *collective)
                      : agent.schedule ? words.schedule(number)
                                       : words.call(number));
  if (collective != nullptr) {
    const std::string of = words.owner(agent.process, collective->communicator, collective->name);
    text += " on " + (of.empty() ? words.communicator(agent.process, collective->communicator) : of);
  }
  const std::string site = agent.schedule ? waited_for_at(waits, agent) : words.site(number);
  if (site.empty()) return text;
  return text + (agent.schedule ? ", waited for at " : " at ") + site;
}

// Returns the collectives in which the process's threads are, for a request that may be started after them.
std::string later_than(const WaitWords &words, const why::Waits &waits, std::uint32_t process) {
  for (const why::Thread &thread : waits.evidence()[process].threads) {
    if (thread.collective && !thread.collective->name.empty())
      return "MPI_Start is missing, or comes after " + words.collective_name(process, *thread.collective) + ", which " +
             words.rank_of(process) + " is in";
  }
  return "MPI_Start is missing, or comes later";
}

std::string not_started(const WaitWords &words, const why::Waits &waits, const Cause &cause) {
  const why::Operation &idle = (*waits.evidence()[cause.process].inactive)[cause.operation];
  if (idle.kind == OperationKind::collective)
    return words.rank_of(cause.process) + " has a persistent collective on " +
           words.communicator(cause.process, idle.communicator) +
           " that is not started: " + later_than(words, waits, cause.process);
  const bool sends = idle.kind == OperationKind::send;
  const std::string peer = idle.peer ? words.rank(*idle.peer) : "any rank";
  return words.rank_of(cause.process) + " has a persistent " + (sends ? "send to " : "receive from ") + peer +
         " with " + tag_text(idle) + " on " + words.communicator(cause.process, idle.communicator) + bytes_text(idle) +
         ", which would match and is not started: " + later_than(words, waits, cause.process);
}

std::string not_received(const WaitWords &words, const why::Waits &waits, const Cause &cause) {
  const why::Operation &message = waits.evidence()[cause.process].operations[cause.operation];
  const bool is_own = waits.agents()[cause.agent].process == cause.process;
  const std::string what = " with MPI_Mprobe or MPI_Improbe, " + tag_text(message) + " on " +
                           words.communicator(cause.process, message.communicator) + bytes_text(message);
  const std::string sender = message.peer ? words.rank(*message.peer) : "any rank";
  return words.rank_of(cause.process) + " has taken " +
         (is_own ? "what it waits for" + what + ", from " + sender : "the message of " + sender + what) +
         ", and not received it: MPI_Mrecv is missing, or comes later";
}

std::string taken_by_wildcard(const WaitWords &words, const why::Waits &waits, const Cause &cause) {
  const why::Operation &message = waits.evidence()[cause.process].operations[cause.operation];
  const std::string sender = words.rank(*message.peer);
  return words.rank_of(cause.process) + " has received " + tag_text(message) + " of " + sender + " on " +
         words.communicator(cause.process, message.communicator) + bytes_text(message) +
         (message.bytes < 0 ? "" : ",") +
         " by a receive with MPI_ANY_SOURCE or MPI_ANY_TAG: that message may be the one that it waits for" +
         later_text(cause, sender + " sends another one later");
}

std::string other_root(const WaitWords &words, const why::Waits &waits, const Cause &cause) {
  const std::string sender = words.rank(*waits.evidence()[cause.process].operations[cause.operation].peer);
  const std::string in = in_collective(words, waits, cause.agent), may_be = ": the roots differ, or " + sender;
  if (waits.agents()[cause.agent].process != cause.process)
    return in + " and waits for data of " + sender + ", which has gone to " + words.rank_of(cause.process) + may_be +
           " is one collective ahead";
  return in + ", where data has come from " + sender + ", for which it does not ask" + may_be +
         " is one collective ahead";
}

std::string neighbors_differ(const WaitWords &words, const why::Waits &waits, const Cause &cause) {
  const std::uint32_t process = waits.agents()[cause.agent].process;
  const auto times = [](std::int64_t count) {
    return count == 1 ? std::string(" once") : " " + std::to_string(count) + " times";
  };
  const char *const here = cause.as_source ? "source" : "destination", *const there =
                                                                           cause.as_source ? "destination" : "source";
  const std::string self = words.rank_of(process), other = words.rank_of(cause.process);
  return self + " lists " + other + " as a " + here + (cause.sent == 0 ? "" : times(cause.asked)) + " on " +
         words.communicator(process, waits.collective(cause.agent)->communicator) + ", and " + other +
         (cause.sent == 0 ? " does not list " + self + " as a " + there
                          : " lists " + self + " as a " + there + times(cause.sent)) +
         ": the lists of neighbours do not fit together";
}

std::string left_out_text(const WaitWords &words, const why::Waits &waits, const Cause &cause) {
  const bool is_one = words.are_one(cause.group);
  return in_collective(words, waits, cause.agent) + ", and " + words.ranks_of(cause.group) + (is_one ? " is" : " are") +
         " in MPI_Finalize without it: " + (is_one ? "it has" : "they have") + " left it out, or called it less often";
}

std::string nonblocking_order(const WaitWords &words, const why::Waits &waits, const Cause &cause) {
  const why::Agent &agent = waits.agents()[cause.agent];
  const std::int32_t communicator = waits.evidence()[agent.process].schedules[agent.index].collective.communicator;
  const std::string number = std::to_string(cause.number), other = words.rank_of(cause.process);
  const std::string waits_in = words.rank_of(agent.process) + " waits in " + words.schedule(cause.agent) + " on " +
                               words.communicator(agent.process, communicator) + " that " + other;
  if (cause.begun >= cause.number)
    return waits_in + " has completed (number " + number +
           " there, as the library counts): they called different ones, or with another root or count";
  return waits_in + " has not begun (number " + number + " there, as the library counts; " + other + " has begun " +
         (cause.begun == 0 ? "none" : std::to_string(cause.begun)) + ")";
}

}  // namespace

std::string cause_text(const WaitWords &words, const why::Waits &waits, const Cause &cause) {
  switch (cause.kind) {
    case CauseKind::near_message:
      return near_message(words, waits, cause);
    case CauseKind::unequal_counts: {
      const std::uint32_t process = waits.agents()[cause.agent].process;
      const why::Operation *const wanted = why::waited_for(waits, cause);
      const std::string on =
          wanted == nullptr ? std::string() : " on " + words.communicator(process, wanted->communicator);
      return words.rank_of(cause.process) + " has sent " + std::to_string(cause.sent) +
             (cause.sent == 1 ? " message to " : " messages to ") + words.rank_of(process) + on + ", which asks for " +
             std::to_string(cause.asked) + " (earlier collectives on it count, too)";
    }
    case CauseKind::other_communicator: {
      // If the name of the collective is not known, as for some nonblocking ones, the text does not claim that only the
      // communicator differs.
      const bool are_named = !waits.collective(cause.agent)->name.empty();
      return in_collective(words, waits, cause.agent) + ", " + in_collective(words, waits, cause.other_agent) +
             (are_named ? ": only the communicator differs" : ": the communicator differs") +
             later_text(cause, words.rank_of(cause.process) + " comes to the other later");
    }
    case CauseKind::collectives_exchanged: {
      const std::uint32_t process = waits.agents()[cause.agent].process;
      const std::string other_past = early_leave_text(words, waits, cause.agent, cause.process, true);
      const std::string past = early_leave_text(words, waits, cause.other_agent, process, true);
      return in_collective(words, waits, cause.agent) + ", " + in_collective(words, waits, cause.other_agent) +
             ": the order of the two differs" + (other_past.empty() ? "" : ", " + other_past) +
             (past.empty() ? "" : (other_past.empty() ? ", " : "; ") + past);
    }
    case CauseKind::no_root:
      return in_collective(words, waits, cause.agent) + " and waits for " +
             (words.are_one(cause.group)
                  ? words.ranks_of(cause.group) + ", which is not in it with MPI_ROOT"
                  : "one of " + words.ranks_of(cause.group) + ": none of them is in it with MPI_ROOT");
    case CauseKind::not_started:
      return not_started(words, waits, cause);
    case CauseKind::nonblocking_order:
      return nonblocking_order(words, waits, cause);
    case CauseKind::not_received:
      return not_received(words, waits, cause);
    case CauseKind::no_communicator:
      return in_collective(words, waits, cause.agent) + "; " + words.ranks_of(cause.group) +
             (words.are_one(cause.group) ? " does" : " do") + " not have it: freed already, or not yet made";
    case CauseKind::other_collective: {
      const why::Operation &message = waits.evidence()[cause.process].operations[cause.operation];
      const std::string sender = words.rank(*message.peer);
      return in_collective(words, waits, cause.agent) + " and has a message of " +
             std::string(collective_name(message.collective)) + " from " + sender +
             " on the same communicator (inferred from its tag), for which no receive is posted: " + sender +
             " seems to have called that one first, or instead";
    }
    case CauseKind::concurrent_collectives:
      return in_collective(words, waits, cause.agent) + ", and another thread of it in " +
             words.call(cause.other_agent) + " on the same communicator" + place(words.site(cause.other_agent)) +
             ": MPI does not allow two collectives on one communicator at once";
    case CauseKind::other_root:
      return other_root(words, waits, cause);
    case CauseKind::neighbors_differ:
      return neighbors_differ(words, waits, cause);
    case CauseKind::left_out:
      return left_out_text(words, waits, cause);
    case CauseKind::taken_by_wildcard:
      return taken_by_wildcard(words, waits, cause);
  }
  return {};
}

}  // namespace mqs_shim
