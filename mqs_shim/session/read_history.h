#pragma once
// Reads the values of variables in each snapshot that the recorder took.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Reads the history of all control and performance variables that are in the report.
void read_history(const Conversation &talk, ProcessReport &report);

}  // namespace mqs_shim
