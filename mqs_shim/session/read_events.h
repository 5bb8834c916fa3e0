#pragma once
// Types of events of MPI_T, their instances as the recorder noted them, and their sources.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// Instances are played for `questions.events` alone.
void read_events(const Conversation &talk, const Questions &questions, ProcessReport &report);

}  // namespace mqs_shim
