#include "mqs_shim/job/why/graph/messages.h"

#include <algorithm>
#include <tuple>

namespace mqs_shim::why {

namespace {

constexpr std::int32_t lowest_tag = INT32_MIN, highest_tag = INT32_MAX;

Messages::Range between(Messages::Range messages, const Message &low, const Message &high) {
  const auto begin = std::lower_bound(messages.begin(), messages.end(), low);
  return {begin, std::upper_bound(begin, messages.end(), high)};
}

Messages::Range with_tag(Messages::Range messages, const ChannelKey &way, std::int32_t tag) {
  return between(messages, {way, tag, 0, 0}, {way, tag, UINT32_MAX, UINT32_MAX});
}

// Counts the messages of one channel with one tag that have arrived, and holds their sequence numbers.
struct Arrivals {
  std::size_t count = 0;
  std::vector<std::uint16_t> numbers;  // sequence numbers of the messages that have one

  void add(const Operation &message) {
    ++count;
    if (message.sequence >= 0) numbers.push_back(static_cast<std::uint16_t>(message.sequence));
  }
  // Returns true if this send has certainly arrived: its number is there, or as many messages have arrived as there are
  // equal sends. `pending` is the number of equal sends.
  bool has(const Operation &send, std::size_t pending) const {
    if (send.sequence < 0 || numbers.size() != count) return pending <= count;
    return std::find(numbers.begin(), numbers.end(), static_cast<std::uint16_t>(send.sequence)) != numbers.end();
  }
};

}  // namespace

bool tags_match(const Operation &receive, const Operation &message) {
  return receive.any_tag ? !message.internal : receive.tag == message.tag;
}

bool waits_for_match(const Operation &message) {
  return (message.rendezvous || message.synchronous) && !message.started;
}

Messages::Messages(std::span<const Evidence> evidence, const ProcessIndex &processes,
                   const CommunicatorIndex &communicators)
    : evidence_(evidence) {
  begin_.reserve(evidence.size());
  std::size_t operations = 0;
  for (std::uint32_t process = 0; process < evidence.size(); ++process) {
    begin_.push_back(operations);
    operations += evidence[process].operations.size();
    for (std::uint32_t index = 0; index < evidence[process].operations.size(); ++index) {
      const Operation &one = evidence[process].operations[index];
      const CommunicatorIndex::Id communicator = communicators.id(process, one.communicator);
      const auto peer = one.peer ? processes.find(*one.peer) : std::nullopt;
      switch (one.kind) {
        case OperationKind::send:
          if (peer) sent_.push_back({{*peer, communicator, process}, one.tag, process, index});
          break;
        case OperationKind::unexpected:
        case OperationKind::extracted:
          arrived_.push_back({{process, communicator, peer.value_or(unseen_sender)}, one.tag, process, index});
          break;
        case OperationKind::receive:
          // A receive from a process without evidence is left out, as it cannot match any message that was seen.
          if (!one.peer || peer) {
            posted_.push_back({{process, communicator, peer.value_or(any_sender)}, one.tag, process, index});
          }
          break;
        case OperationKind::probe:
        case OperationKind::transfer:
        case OperationKind::partitioned_send:
        case OperationKind::partitioned_receive:
        case OperationKind::collective:
        case OperationKind::taken:
          break;
      }
    }
  }
  states_.assign(operations, SendState::may_go_on);
  extracted_.assign(operations, false);
  for (std::vector<Message> *list : {&sent_, &arrived_, &posted_}) std::sort(list->begin(), list->end());
  find_states();
}

Messages::Range Messages::on(Range messages, const ChannelKey &way) {
  return between(messages, {way, lowest_tag, 0, 0}, {way, highest_tag, UINT32_MAX, UINT32_MAX});
}

Messages::Range Messages::to(Range messages, std::uint32_t receiver) {
  return between(messages, {{receiver, 0, 0}, lowest_tag, 0, 0},
                 {{receiver, UINT32_MAX, UINT32_MAX}, highest_tag, UINT32_MAX, UINT32_MAX});
}

Messages::Range Messages::to(Range messages, std::uint32_t receiver, CommunicatorIndex::Id communicator) {
  return between(messages, {{receiver, communicator, 0}, lowest_tag, 0, 0},
                 {{receiver, communicator, UINT32_MAX}, highest_tag, UINT32_MAX, UINT32_MAX});
}

std::int64_t Messages::context_of(const Message &message) const {
  const Operation &one = operation(message);
  const std::vector<Communicator> &communicators = evidence_[message.process].communicators;
  if (one.communicator < 0 || static_cast<std::size_t>(one.communicator) >= communicators.size()) return one.context_id;
  return communicators[static_cast<std::size_t>(one.communicator)].context_id;
}

bool Messages::can_be_same_communicator(const Message &one, const Message &other) const {
  if (one.way.communicator != CommunicatorIndex::unknown && other.way.communicator != CommunicatorIndex::unknown) {
    return one.way.communicator == other.way.communicator;
  }
  const std::int64_t context = context_of(one), other_context = context_of(other);
  return context < 0 || other_context < 0 || context == other_context;
}

// Returns true if the message belongs to a collective on a communicator of the program, and nothing if the communicator
// is not known.
std::optional<bool> Messages::is_of_collective(const Message &message) const {
  const Operation &one = operation(message);
  const std::vector<Communicator> &communicators = evidence_[message.process].communicators;
  if (message.way.communicator == CommunicatorIndex::unknown) return std::nullopt;
  if (communicators[static_cast<std::size_t>(one.communicator)].internal) return std::nullopt;
  return one.internal;
}

bool Messages::can_match(const Message &receive, const Message &message) const {
  if (!tags_match(operation(receive), operation(message)) || !can_be_same_communicator(receive, message)) return false;
  const Operation &asked = operation(receive), &there = operation(message);
  if (asked.internal && there.internal && asked.context_id >= 0 && there.context_id >= 0 &&
      asked.context_id != there.context_id) {
    return false;
  }
  const auto one = is_of_collective(receive), other = is_of_collective(message);
  return !one || !other || *one == *other;
}

bool Messages::matches(const Message &receive, const Message &message) const {
  const std::uint32_t sender = receive.way.sender;
  const bool from_sender = sender == any_sender || message.way.sender == sender || message.way.sender == unseen_sender;
  return from_sender && !is_extracted(message.process, message.index) && can_match(receive, message);
}

// Returns true if matches() returns true for a message in `all`. Examines only messages that may have the channel and
// tag of the receive.
template <class Matches>
bool Messages::is_among(Range all, const Message &receive, Matches &&matches) const {
  const ChannelKey &way = receive.way;
  const auto is_one = [&](Range messages) { return std::any_of(messages.begin(), messages.end(), matches); };
  if (way.communicator == CommunicatorIndex::unknown) {
    if (is_one(to(all, way.receiver))) return true;
  } else if (way.sender == any_sender) {
    if (is_one(to(all, way.receiver, way.communicator))) return true;
  } else if (is_one(operation(receive).any_tag ? on(all, way) : with_tag(all, way, operation(receive).tag)) ||
             is_one(on(all, {way.receiver, way.communicator, unseen_sender}))) {
    return true;
  }
  return is_one(to(all, way.receiver, CommunicatorIndex::unknown));
}

bool Messages::is_there(const Message &receive) const {
  const auto is_for_it = [&](const Message &message) { return matches(receive, message); };
  return is_among(arrived(), receive, is_for_it) || is_among(sent(), receive, is_for_it);
}

std::vector<std::uint32_t> Messages::pending_senders(const Message &receive) const {
  std::vector<std::uint32_t> senders;
  if (is_among(arrived(), receive, [&](const Message &message) { return matches(receive, message); })) return senders;
  is_among(sent(), receive, [&](const Message &message) {
    if (matches(receive, message)) senders.push_back(message.way.sender);
    return false;
  });
  std::sort(senders.begin(), senders.end());
  senders.erase(std::unique(senders.begin(), senders.end()), senders.end());
  return senders;
}

// Returns true if the receiver has posted a receive that matches the message.
bool Messages::is_asked_for(const Message &send) const {
  for (const CommunicatorIndex::Id communicator : {send.way.communicator, CommunicatorIndex::unknown}) {
    for (const std::uint32_t sender : {send.way.sender, any_sender}) {
      for (const Message &receive : on(posted_, {send.way.receiver, communicator, sender})) {
        if (can_match(receive, send)) return true;
      }
    }
  }
  return false;
}

// Returns true if the receiver has matched any message of the sender whose data has not arrived completely.
bool Messages::is_any_arriving(const ChannelKey &way) const {
  const ProcessId &sender = evidence_[way.sender].id;
  const std::vector<Operation> &operations = evidence_[way.receiver].operations;
  return std::any_of(operations.begin(), operations.end(), [&](const Operation &one) {
    return one.kind == OperationKind::transfer && (!one.peer || *one.peer == sender);
  });
}

// Sets the state of each send. Sends of one channel with the same tag match in order and are judged together. If one of
// them is not at the receiver and messages are not numbered, it is not known which one that is.
void Messages::find_states() {
  for (auto begin = sent_.begin(); begin != sent_.end();) {
    const auto end = std::find_if(begin, sent_.end(),
                                  [&](const Message &one) { return one.way != begin->way || one.tag != begin->tag; });
    Arrivals arrived, extracted;
    const auto find_arrived = [&](const ChannelKey &way) {
      for (const Message &message : with_tag(arrived_, way, begin->tag)) {
        if (!waits_for_match(operation(message)) || !can_be_same_communicator(*begin, message)) continue;
        arrived.add(operation(message));
        if (operation(message).kind == OperationKind::extracted) extracted.add(operation(message));
      }
    };
    find_arrived(begin->way);
    // Messages whose communicator the receiver does not have yet are searched for as well; the layer may not know their
    // senders.
    const std::uint32_t receiver = begin->way.receiver;
    if (begin->way.communicator != CommunicatorIndex::unknown) {
      find_arrived({receiver, CommunicatorIndex::unknown, begin->way.sender});
      find_arrived({receiver, CommunicatorIndex::unknown, unseen_sender});
    }
    const bool asked_for = is_asked_for(*begin);
    const auto pending = static_cast<std::size_t>(
        std::count_if(begin, end, [&](const Message &one) { return waits_for_match(operation(one)); }));
    for (; begin != end; ++begin) {
      const Operation &send = operation(*begin);
      if (!waits_for_match(send)) continue;
      const std::size_t number = begin_[begin->process] + begin->index;
      SendState &state = states_[number];
      extracted_[number] = extracted.count > 0 && extracted.has(send, pending);
      if (extracted_[number] || (!asked_for && arrived.has(send, pending))) {
        state = SendState::unmatched;
      } else if (asked_for) {
        continue;
      } else if (!evidence_[begin->way.receiver].queues_complete) {
        state = SendState::unseen;
      } else if (!is_any_arriving(begin->way)) {
        state = SendState::elsewhere;
      }
    }
  }
}

}  // namespace mqs_shim::why
