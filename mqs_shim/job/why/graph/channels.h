#pragma once
// Whether the pictures of two processes fit together: the counters of their channel, and pending sends against messages
// that have arrived.

#include <cstdint>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"
#include "mqs_shim/job/why/graph/messages.h"

namespace mqs_shim::why {

bool has_exited(const Evidence &evidence);

// Whether it has finalized or exited: what it has sent stays, nothing new comes.
bool is_gone(const Evidence &evidence);

// Whether every message that a process has sent or taken is in its picture, as a number or in a queue: it is there, its
// layer counts and its queues can be seen.
bool accounts_for_messages(const Evidence &evidence);

// The ways where a message may be under way, because what the sender has sent and the receiver has taken differ, or
// where a message has arrived that its sender does not wait for any more: the pictures are of different times. Only
// between processes that account for their messages and both have the communicator; a channel that one of them does not
// have counts as 0. In order.
std::vector<ChannelKey> disagreements(std::span<const Evidence> evidence, const ProcessIndex &processes,
                                      const CommunicatorIndex &communicators, const Messages &messages);

// Whether `disagreements`, in order, has this way, or with any_sender one from any sender.
bool has_channel(std::span<const ChannelKey> disagreements, const ChannelKey &way);

}  // namespace mqs_shim::why
