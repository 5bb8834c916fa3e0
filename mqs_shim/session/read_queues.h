#pragma once
// Reads the queues of the current communicator from a plugin, either a plain one of MQD 1.0 or one with mpidbg's
// extensions.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/allowance.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// Reads one queue of an extended plugin. `problem` is the plugin's reason why this queue cannot be seen completely.
void read_extended_queue(const Conversation &conversation, int queue, const std::string &problem, Allowance &allowance,
                         ProcessReport &report, Queue &result);

// Returns the channels of the current communicator, or nothing if the plugin or the library does not count messages.
// Unreadable data becomes a gap of the report.
std::optional<std::vector<ChannelRecord>> read_channels(const Conversation &conversation, ProcessReport &report);

// Stores the library's counters of progress in report.progress. Does nothing if the plugin or the library has none.
// Unreadable data becomes a gap of the report.
void read_progress(const Conversation &conversation, ProcessReport &report);

// Adds the probe of a thread in MPI_Probe to the posted receives of its communicator. Does nothing if the words on the
// thread's stack do not show the probe, or if the queue contains it already.
void add_probe(const Conversation &conversation, const ProbingThread &thread, ProcessReport &report);

// Returns a sentence that explains why a plain plugin cannot list this queue. It must not be one of the three
// historical queues.
std::string unlisted_by_plain(int queue);

// Reads one of the three historical queues (posted receives, unexpected messages, sends) from a plain plugin.
void read_plain_queue(const Conversation &conversation, int queue, Allowance &allowance, ProcessReport &report,
                      Queue &result);

}  // namespace mqs_shim
