#include "mqs_shim/job/why/graph/channels.h"

#include <algorithm>

namespace mqs_shim::why {

namespace {

// Holds how many messages one end of a channel has counted.
struct End {
  ChannelKey way;
  std::uint16_t count = 0;
  bool agrees = true;  // false: this side alone shows that a message is missing
};

bool before(const End &one, const End &other) {
  return one.way < other.way;
}

void find_unequal_counts(std::span<const Evidence> evidence, const ProcessIndex &processes,
                         const CommunicatorIndex &communicators, std::vector<ChannelKey> &found) {
  std::vector<End> senders, receivers;
  for (std::uint32_t process = 0; process < evidence.size(); ++process) {
    if (!accounts_for_messages(evidence[process])) continue;
    for (const Channel &channel : evidence[process].channels) {
      const CommunicatorIndex::Id communicator = communicators.id(process, channel.communicator);
      const auto peer = processes.find(channel.peer);
      if (communicator == CommunicatorIndex::unknown || !peer || !accounts_for_messages(evidence[*peer])) continue;
      if (!communicators.has(*peer, communicator)) continue;
      if (channel.sent != 0) senders.push_back({{*peer, communicator, process}, channel.sent});
      if (channel.taken != 0 || channel.early != 0) {
        receivers.push_back({{process, communicator, *peer}, channel.taken, channel.early == 0});
      }
    }
  }
  std::sort(senders.begin(), senders.end(), before);
  std::sort(receivers.begin(), receivers.end(), before);
  auto sender = senders.begin();
  auto receiver = receivers.begin();
  while (sender != senders.end() || receiver != receivers.end()) {
    if (receiver == receivers.end() || (sender != senders.end() && sender->way < receiver->way)) {
      found.push_back((sender++)->way);
    } else if (sender == senders.end() || receiver->way < sender->way) {
      found.push_back((receiver++)->way);
    } else {
      if (sender->count != receiver->count || !receiver->agrees) found.push_back(sender->way);
      ++sender;
      ++receiver;
    }
  }
}

// Considers messages whose senders wait for a match. Finds channels on which more of them have arrived than the senders
// have pending: there, the snapshots of sender and receiver do not fit together.
void find_abandoned_messages(std::span<const Evidence> evidence, const CommunicatorIndex &communicators,
                             const Messages &messages, std::vector<ChannelKey> &found) {
  const auto waiting = [&](Messages::Range range) {
    return std::count_if(range.begin(), range.end(), [&](const Message &one) {
      return waits_for_match(evidence[one.process].operations[one.index]);
    });
  };
  const Messages::Range arrived = messages.arrived();
  for (auto begin = arrived.begin(); begin != arrived.end();) {
    const ChannelKey way = begin->way;
    const auto end = std::find_if(begin, arrived.end(), [&](const Message &one) { return one.way != way; });
    if (way.communicator != CommunicatorIndex::unknown && way.sender != unseen_sender &&
        accounts_for_messages(evidence[way.receiver]) && accounts_for_messages(evidence[way.sender]) &&
        communicators.has(way.sender, way.communicator) &&
        waiting({begin, end}) > waiting(Messages::on(messages.sent(), way))) {
      found.push_back(way);
    }
    begin = end;
  }
}

}  // namespace

bool has_exited(const Evidence &evidence) {
  return evidence.state == ProcessState::exited || evidence.state == ProcessState::crashed;
}

bool is_gone(const Evidence &evidence) {
  return evidence.state == ProcessState::finalized || has_exited(evidence);
}

bool accounts_for_messages(const Evidence &evidence) {
  return evidence.counts && evidence.queues_complete && (!is_gone(evidence) || evidence.state == ProcessState::crashed);
}

std::vector<ChannelKey> disagreements(std::span<const Evidence> evidence, const ProcessIndex &processes,
                                      const CommunicatorIndex &communicators, const Messages &messages) {
  std::vector<ChannelKey> found;
  find_unequal_counts(evidence, processes, communicators, found);
  find_abandoned_messages(evidence, communicators, messages, found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool has_channel(std::span<const ChannelKey> disagreements, const ChannelKey &way) {
  const auto found =
      std::lower_bound(disagreements.begin(), disagreements.end(),
                       ChannelKey{way.receiver, way.communicator, way.sender == any_sender ? 0 : way.sender});
  if (found == disagreements.end()) return false;
  return found->receiver == way.receiver && found->communicator == way.communicator &&
         (way.sender == any_sender || found->sender == way.sender);
}

}  // namespace mqs_shim::why
