#pragma once
// Decides whether the snapshots of two processes are consistent, by comparing the counters of their channel, and
// pending sends with arrived messages.

#include <cstdint>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/evidence/identity.h"
#include "mqs_shim/job/why/graph/messages.h"

namespace mqs_shim::why {

// Returns true if the process has crashed or exited.
bool has_exited(const Evidence &evidence);

// Returns true if the process has finalized or exited. Messages that it sent before remain; it sends no new ones.
bool is_gone(const Evidence &evidence);

// Returns true if every message that the process has sent or received is in a counter or a queue of its snapshot. That
// requires a readable process, a layer that counts, and visible queues.
bool accounts_for_messages(const Evidence &evidence);

// Returns, sorted, the channels whose two ends disagree. If the sender has sent more than the receiver has received, a
// message may be under way. If a message has arrived that its sender no longer waits for, the snapshots are of
// different times. Compares only processes that account for their messages and that both have the communicator. A
// channel that one process does not have counts as 0.
std::vector<ChannelKey> disagreements(std::span<const Evidence> evidence, const ProcessIndex &processes,
                                      const CommunicatorIndex &communicators, const Messages &messages);

// Returns true if `disagreements` contains the channel. `disagreements` must be sorted. With `any_sender` in `way`,
// returns true if it contains a channel from any sender to that receiver.
bool has_channel(std::span<const ChannelKey> disagreements, const ChannelKey &way);

}  // namespace mqs_shim::why
