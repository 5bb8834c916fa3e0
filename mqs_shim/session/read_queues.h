#pragma once
// Iterates the queues of the current communicator, in either dialect.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/allowance.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// One queue of a plugin of the extended dialect. `problem` is why the plugin says this queue cannot be seen completely.
void read_extended_queue(const Conversation &conversation, int queue, const std::string &problem, Allowance &allowance,
                         ProcessReport &report, Queue &result);

// Nothing if the plugin or the library does not count. What cannot be read becomes a gap of the report.
std::optional<std::vector<ChannelRecord>> read_channels(const Conversation &conversation, ProcessReport &report);

// Nothing if the plugin or the library has no such counters. What cannot be read becomes a gap of the report.
void read_progress(const Conversation &conversation, ProcessReport &report);

// Adds the probe that a thread is in to the posted receives of its communicator, if the words say which one and it is
// not there yet.
void add_probe(const Conversation &conversation, const ProbingThread &thread, ProcessReport &report);

// Why a plugin of the plain dialect cannot list a queue that is not one of the three historical ones.
std::string unlisted_by_plain(int queue);

// One of the three historical queues.
void read_plain_queue(const Conversation &conversation, int queue, Allowance &allowance, ProcessReport &report,
                      Queue &result);

}  // namespace mqs_shim
