#pragma once
// Reads MPI_T event types, the event instances that the recorder noted, and event sources.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// Fills in the event types and event sources of report.variables. Event instances are read only if `questions.events`
// is set.
void read_events(const Conversation &talk, const Questions &questions, ProcessReport &report);

}  // namespace mqs_shim
