#pragma once
// The values of variables in each snapshot that the recorder took.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Of the control and performance variables that the report has.
void read_history(const Conversation &talk, ProcessReport &report);

}  // namespace mqs_shim
