#pragma once
// Iterates the queues of the current communicator, in either dialect.

#include <cstddef>

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// One queue of a plugin of the extended dialect. `problem` is why the plugin says this queue cannot be seen completely.
void read_extended_queue(const Conversation &conversation, int queue, const std::string &problem, std::size_t limit,
                         ProcessReport &report, Queue &result);

// One of the three historical queues.
void read_plain_queue(const Conversation &conversation, int queue, std::size_t limit, ProcessReport &report,
                      Queue &result);

}  // namespace mqs_shim
