#pragma once
// Asks the plugin what the process's recorder knows about everything that the report shows.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// Fills in report.recorder; leaves it unset if the process has no recorder. Must be called after everything else was
// read. A recorder that cannot be read becomes a gap of the report.
void read_recorded(const Conversation &talk, const Questions &questions, ProcessReport &report);

// Adds the recorded facts about one object to report.recorder->unseen. Returns false if the recorder does not know the
// object.
bool read_unseen(const Conversation &talk, mpidbg_handle_kind_t kind, Address handle, ProcessReport &report);

}  // namespace mqs_shim
