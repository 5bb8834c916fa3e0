#include "mqs_shim/job/why/causes/message_causes.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

#include "mqs_shim/job/why/causes/tagged_calls.h"
#include "mqs_shim/job/why/evidence/program_tag.h"

namespace mqs_shim::why {

namespace {

constexpr std::size_t most_compared = 4096;  // limit for the messages compared with one wait

constexpr std::uint32_t nobody = UINT32_MAX;  // any source, or a rank without evidence

// Returns true if the process runs code of the program that an MPI call has called, such as a user-defined reduction.
// The counters then include messages of that MPI call, which the program did not send itself.
bool is_inside_a_call(const Evidence &evidence) {
  return std::any_of(evidence.threads.begin(), evidence.threads.end(),
                     [](const Thread &thread) { return !thread.inside.empty(); });
}

// Returns the rank of the peer in the communicator; in an intercommunicator, its rank in the remote group.
std::optional<std::int64_t> rank_of(const Communicator &communicator, ProcessId peer) {
  return (communicator.remote_members.empty() ? communicator.members : communicator.remote_members).rank_of(peer);
}

}  // namespace

bool is_past_messages(const Evidence &evidence) {
  return evidence.state == ProcessState::in_finalize ||
         std::all_of(evidence.threads.begin(), evidence.threads.end(),
                     [](const Thread &thread) { return thread.collective.has_value(); });
}

std::vector<Cause> MessageCauses::of(std::uint32_t agent, std::uint32_t condition) {
  waiting_ = Cause();
  waiting_.agent = agent;
  waiting_.condition = condition;
  const Operation *const wanted = waited_for(waits_, waiting_);
  const std::uint32_t process = waits_.agents()[agent].process;
  waiting_call_ = tagged_call_of(waits_, agent);
  if (wanted == nullptr || is_of_library(process, *wanted)) return {};
  if (!waiting_call_.empty()) return of_tagged_call(process, *wanted);
  if (is_partitioned(wanted->kind)) {
    const auto other = waits_.partitioned().with_another_tag(process, *wanted);
    if (!other) return {};
    waiting_.kind = CauseKind::near_message;
    waiting_.process = peer_of(*wanted);
    waiting_.operation = *other;
    waiting_.differences.tag = true;
    return {waiting_};
  }
  if (const auto parked = parked_here(process, *wanted)) {
    waiting_.kind = CauseKind::not_received;
    waiting_.process = process;
    waiting_.operation = *parked;
    return {waiting_};
  }
  if (const auto idle = inactive_counterpart(process, *wanted)) {
    waiting_.kind = CauseKind::not_started;
    waiting_.process = peer_of(*wanted);
    waiting_.operation = *idle;
    // The call in which the peer is may precede its MPI_Start.
    const ProcessState state = waits_.evidence()[waiting_.process].state;
    waiting_.may_come_later = state != ProcessState::in_finalize && state != ProcessState::finalized;
    return {waiting_};
  }
  const auto index = static_cast<std::uint32_t>(waits_.condition(agent, condition).index);
  if (wanted->kind == OperationKind::send && waits_.messages().is_extracted(process, index)) {
    const auto message = extracted_at(process, *wanted);
    if (!message) return {};
    waiting_.kind = CauseKind::not_received;
    waiting_.process = peer_of(*wanted);
    waiting_.operation = *message;
    return {waiting_};
  }
  best_.reset();
  std::optional<Cause> counts;
  if (wanted->kind == OperationKind::send) {
    compare_receives(process, *wanted);
  } else if (wanted->kind == OperationKind::receive || wanted->kind == OperationKind::probe) {
    compare_messages(process, *wanted);
    if (!best_ || best_->differences.sender || best_->differences.receiver) counts = unequal_counts(process, *wanted);
  }
  std::vector<Cause> causes;
  if (best_) {
    best_->may_come_later = may_come_later(*best_);
    causes.push_back(*best_);
  }
  if (counts) causes.push_back(*counts);
  if (const auto taken = taken_here(process, *wanted)) causes.push_back(*taken);
  return causes;
}

// Returns the cause why a call that takes a tag and makes a communicator waits: the other process is in the same call
// with another tag, or for another communicator. Neither of the two leaves its call.
std::vector<Cause> MessageCauses::of_tagged_call(std::uint32_t process, const Operation &wanted) {
  best_.reset();
  if (wanted.kind == OperationKind::receive) compare_messages(process, wanted);
  if (!best_ || best_->differences.sender || best_->differences.receiver) return {};
  return {*best_};
}

std::uint32_t MessageCauses::peer_of(const Operation &operation) const {
  return operation.peer ? waits_.processes().find(*operation.peer).value_or(nobody) : nobody;
}

// Finds a persistent request of the peer that would match the waiting operation if it were started. Returns its index
// in Evidence::inactive.
std::optional<std::uint32_t> MessageCauses::inactive_counterpart(std::uint32_t process,
                                                                 const Operation &waiting) const {
  const std::uint32_t other = peer_of(waiting);
  const bool sends = waiting.kind == OperationKind::send;
  const bool receives = waiting.kind == OperationKind::receive || waiting.kind == OperationKind::probe;
  const auto communicator = waits_.communicators().id(process, waiting.communicator);
  if (other == nobody || (!sends && !receives) || communicator == CommunicatorIndex::unknown) return std::nullopt;
  if (!waits_.evidence()[other].inactive) return std::nullopt;
  const std::vector<Operation> &theirs = *waits_.evidence()[other].inactive;
  for (std::uint32_t index = 0; index < theirs.size() && index < most_compared; ++index) {
    const Operation &one = theirs[index];
    if (one.kind == OperationKind::collective || (one.kind == OperationKind::send) == sends) continue;
    if (one.peer && *one.peer != waits_.evidence()[process].id) continue;
    if (waits_.communicators().id(other, one.communicator) != communicator) continue;
    if (sends ? tags_match(one, waiting) : tags_match(waiting, one)) return index;
  }
  return std::nullopt;
}

// Finds a message that fits the waiting receive or probe exactly and that the same process has taken with MPI_Mprobe or
// MPI_Improbe before.
std::optional<std::uint32_t> MessageCauses::parked_here(std::uint32_t process, const Operation &waiting) const {
  if (waiting.kind != OperationKind::receive && waiting.kind != OperationKind::probe) return std::nullopt;
  const std::vector<Operation> &all = waits_.evidence()[process].operations;
  for (std::uint32_t index = 0; index < all.size() && index < most_compared; ++index) {
    const Operation &one = all[index];
    if (one.kind == OperationKind::extracted && one.communicator == waiting.communicator &&
        (!waiting.peer || one.peer == waiting.peer) && tags_match(waiting, one))
      return index;
  }
  return std::nullopt;
}

// Finds a message that fits the waiting receive exactly, which names its source, and that a receive with a wildcard of
// the same process has taken before.
std::optional<Cause> MessageCauses::taken_here(std::uint32_t process, const Operation &receive) const {
  if (receive.kind != OperationKind::receive || !receive.peer) return std::nullopt;
  const std::vector<Operation> &all = waits_.evidence()[process].operations;
  for (std::uint32_t index = 0; index < all.size() && index < most_compared; ++index) {
    const Operation &one = all[index];
    if (one.kind != OperationKind::taken || one.communicator != receive.communicator || one.peer != receive.peer ||
        !tags_match(receive, one) || (receive.bytes >= 0 && one.bytes > receive.bytes))
      continue;
    Cause cause = waiting_;
    cause.kind = CauseKind::taken_by_wildcard;
    cause.process = process;
    cause.operation = index;
    const std::uint32_t sender = peer_of(receive);
    cause.may_come_later = sender != nobody && !is_past_messages(waits_.evidence()[sender]);
    return cause;
  }
  return std::nullopt;
}

// Returns the index of this send's message at the receiver if the receiver has taken it with MPI_Mprobe or MPI_Improbe.
std::optional<std::uint32_t> MessageCauses::extracted_at(std::uint32_t process, const Operation &send) const {
  const std::uint32_t receiver = peer_of(send);
  if (receiver == nobody) return std::nullopt;
  const ChannelKey way{receiver, waits_.communicators().id(process, send.communicator), process};
  for (const Message &message : Messages::on(waits_.messages().arrived(), way)) {
    if (operation(message).kind == OperationKind::extracted && message.tag == send.tag) return message.index;
  }
  return std::nullopt;
}

void MessageCauses::offer(const Differences &differences, std::uint32_t process, std::uint32_t operation) {
  if (differences.count() == 0 || differences.count() > 2) return;
  // A message that has another tag and another sender or receiver is most likely meant for something else.
  if (differences.tag && (differences.sender || differences.receiver)) return;
  if (tagged_call_of(waits_, process, operation) != waiting_call_) return;
  const bool too_long = is_too_long(process, operation);
  if (differences.count() + too_long > 2) return;
  // A message between the two ranks explains more than another rank's message with equally many differences.
  const auto distance = [](const Differences &one, bool is_too_long) {
    return std::tuple{one.count(), is_too_long, one.sender || one.receiver};
  };
  if (best_ && distance(best_->differences, best_->too_long) <= distance(differences, too_long)) return;
  best_ = waiting_;
  best_->too_long = too_long;
  best_->process = process;
  best_->operation = operation;
  best_->differences = differences;
}

// Returns true if the other rank may still send the matching message, or post the matching receive, later.
bool MessageCauses::may_come_later(const Cause &near) const {
  const Operation &wanted = *waited_for(waits_, near),
                  &one = waits_.evidence()[near.process].operations[near.operation];
  std::uint32_t other = peer_of(wanted);
  if (wanted.kind == OperationKind::send) {
    if (!near.differences.sender) return false;  // each of the two waits for the other
    other = peer_of(one);
  } else if (near.differences.receiver) {
    other = one.kind == OperationKind::send ? peer_of(one) : near.process;
  } else if (!near.differences.sender && (one.kind == OperationKind::send || one.rendezvous)) {
    return false;  // again, each of the two waits for the other
  }
  return other != nobody && !is_past_messages(waits_.evidence()[other]);
}

// Returns true if the message has more bytes than the receive has room for. Such a message does match, with an error,
// and does not make the receive wait; but it was probably not meant for this receive.
bool MessageCauses::is_too_long(std::uint32_t process, std::uint32_t operation) const {
  const Operation &wanted = *waited_for(waits_, waiting_), &near = waits_.evidence()[process].operations[operation];
  const bool sends = wanted.kind == OperationKind::send;
  const Operation &message = sends ? wanted : near, &receive = sends ? near : wanted;
  return receive.kind == OperationKind::receive && receive.bytes >= 0 && message.bytes > receive.bytes;
}

// Returns true if the receive names the sender's rank as its source: the rank in the message's communicator equals the
// source's rank in the receive's communicator. On different communicators, the same rank may mean different processes.
bool MessageCauses::names_sender(std::uint32_t at, const Operation &receive, std::uint32_t process,
                                 const Operation &message) const {
  const Communicator *const asked = communicator_of(at, receive), *const used = communicator_of(process, message);
  if (asked == nullptr || used == nullptr || !receive.peer) return false;
  const bool is_here = message.kind == OperationKind::send;
  if (!is_here && !message.peer) return false;
  const auto number = is_here ? used->members.rank_of(waits_.evidence()[process].id) : rank_of(*used, *message.peer);
  return number && number == rank_of(*asked, *receive.peer);
}

const Communicator *MessageCauses::communicator_of(std::uint32_t process, const Operation &operation) const {
  if (waits_.communicators().id(process, operation.communicator) == CommunicatorIndex::unknown) return nullptr;
  return &waits_.evidence()[process].communicators[static_cast<std::size_t>(operation.communicator)];
}

// Returns true for internal messages, except those of calls that take a tag if the current condition is one of such a
// call. Returns true for messages on internal communicators, such as that of a file. The evidence may lack a file's
// communicator, as files are read only during calls for files.
bool MessageCauses::is_of_library(std::uint32_t process, const Operation &operation) {
  if (operation.internal) return waiting_call_.empty() || !program_tag(operation);
  if (!of_library_) {
    of_library_.emplace();
    const auto evidence = waits_.evidence();
    for (std::uint32_t one = 0; one < evidence.size(); ++one) {
      for (std::size_t index = 0; index < evidence[one].communicators.size(); ++index) {
        if (evidence[one].communicators[index].internal)
          of_library_->insert(waits_.communicators().id(one, static_cast<std::int32_t>(index)));
      }
    }
    of_library_->erase(CommunicatorIndex::unknown);
  }
  return of_library_->contains(waits_.communicators().id(process, operation.communicator));
}

const Operation &MessageCauses::operation(const Message &message) const {
  return waits_.evidence()[message.process].operations[message.index];
}

// Looks for a message that nearly fits a receive. Searches the messages from any process to the receiver, and the
// messages from the wanted sender to other processes.
void MessageCauses::compare_messages(std::uint32_t process, const Operation &receive) {
  const CommunicatorIndex::Id communicator = waits_.communicators().id(process, receive.communicator);
  const std::uint32_t wanted = peer_of(receive);
  const auto compare = [&](const Message &message) {
    const Operation &one = operation(message);
    if (is_of_library(message.process, one) || one.started) return;
    if (waits_.messages().is_extracted(message.process, message.index)) return;
    if (one.kind == OperationKind::unexpected && waits_.partitioned().is_introduction(message.process, one)) return;
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
    if (one.kind != OperationKind::send || is_of_library(wanted, one) || one.started || !one.peer) continue;
    if (waits_.messages().is_extracted(wanted, index)) continue;
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

// Returns messages of the program that have arrived from a process at any receiver, in the order of receivers.
Messages::Range MessageCauses::arrived_from(std::uint32_t sender, CommunicatorIndex::Id communicator,
                                            std::int32_t tag) {
  const auto key = [](const Message &one) {
    return std::tie(one.way.sender, one.way.communicator, one.tag, one.process, one.index);
  };
  const auto is_before = [&](const Message &one, const Message &other) { return key(one) < key(other); };
  if (!by_sender_) {
    by_sender_.emplace();
    const Messages::Range arrived = waits_.messages().arrived();
    std::copy_if(arrived.begin(), arrived.end(), std::back_inserter(*by_sender_), [&](const Message &one) {
      return !operation(one).internal && !is_of_library(one.process, operation(one)) &&
             operation(one).kind == OperationKind::unexpected &&
             !waits_.partitioned().is_introduction(one.process, operation(one));
    });
    std::sort(by_sender_->begin(), by_sender_->end(), is_before);
  }
  const Message first{{0, communicator, sender}, tag, 0, 0};
  const Message last{{0, communicator, sender}, tag, UINT32_MAX, UINT32_MAX};
  const auto begin = std::lower_bound(by_sender_->begin(), by_sender_->end(), first, is_before);
  return {begin, std::upper_bound(begin, by_sender_->end(), last, is_before)};
}

// Looks for a receive that nearly fits a send, among those that the send's receiver has posted.
void MessageCauses::compare_receives(std::uint32_t process, const Operation &send) {
  const std::uint32_t receiver = peer_of(send);
  if (receiver == nobody) return;
  const CommunicatorIndex::Id communicator = waits_.communicators().id(process, send.communicator);
  std::size_t compared = 0;
  const std::vector<Operation> &theirs = waits_.evidence()[receiver].operations;
  for (std::uint32_t index = 0; index < theirs.size() && ++compared <= most_compared; ++index) {
    const Operation &one = theirs[index];
    const bool asks = one.kind == OperationKind::receive || one.kind == OperationKind::probe;
    if (!asks || is_of_library(receiver, one)) continue;
    Differences differences;
    differences.tag = !tags_match(one, send);
    differences.communicator = waits_.communicators().id(receiver, one.communicator) != communicator;
    differences.sender = one.peer && *one.peer != waits_.evidence()[process].id &&
                         !(differences.communicator && names_sender(receiver, one, process, send));
    offer(differences, receiver, index);
  }
}

// Returns a cause if this rank waits for more messages of the sender on the communicator than have come, and the sender
// sends no more.
std::optional<Cause> MessageCauses::unequal_counts(std::uint32_t process, const Operation &receive) const {
  const std::uint32_t sender = peer_of(receive);
  const CommunicatorIndex::Id communicator = waits_.communicators().id(process, receive.communicator);
  if (sender == nobody || communicator == CommunicatorIndex::unknown) return std::nullopt;
  const Evidence &evidence = waits_.evidence()[process];
  // If the sender may still send, the counts prove nothing: two ranks that both wait to receive from each other each
  // lack one message.
  if (!is_past_messages(waits_.evidence()[sender])) return std::nullopt;
  if (!accounts_for_messages(evidence) || !accounts_for_messages(waits_.evidence()[sender])) return std::nullopt;
  if (is_inside_a_call(evidence) || is_inside_a_call(waits_.evidence()[sender])) return std::nullopt;
  const auto channel = std::find_if(evidence.channels.begin(), evidence.channels.end(), [&](const Channel &one) {
    return one.peer == *receive.peer && waits_.communicators().id(process, one.communicator) == communicator;
  });
  if (channel == evidence.channels.end() || channel->taken == 0) return std::nullopt;
  const ChannelKey way{process, communicator, sender};
  if (may_have_had_collectives(process, communicator) || may_have_had_collectives(sender, communicator))
    return std::nullopt;
  const auto is_internal = [&](const Message &message) { return operation(message).internal; };
  const Messages::Range arrived = Messages::on(waits_.messages().arrived(), way);
  const Messages::Range posted = Messages::on(waits_.messages().posted(), way);
  const std::int64_t all = channel->taken, of_library = std::count_if(arrived.begin(), arrived.end(), is_internal);
  const auto here = static_cast<std::int64_t>(arrived.size()) - of_library;
  const auto asked = std::count_if(posted.begin(), posted.end(), std::not_fn(is_internal));
  if (asked <= here || all == of_library) return std::nullopt;
  Cause cause = waiting_;
  cause.kind = CauseKind::unequal_counts;
  cause.process = sender;
  cause.sent = all - of_library;
  cause.asked = cause.sent - here + asked;
  return cause;
}

// Returns true if the counters of a communicator may include internal messages: if other communicators were created
// from it, or if its collectives are counted and the process was in one before the current one.
bool MessageCauses::may_have_had_collectives(std::uint32_t process, CommunicatorIndex::Id communicator) const {
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

}  // namespace mqs_shim::why
