#pragma once
// Asks the plugin what the process's recorder knows of everything that the report shows.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// After all else was read. Leaves the report without `recorder` if there is none; one that cannot be read is a gap.
void read_recorded(const Conversation &talk, const Questions &questions, ProcessReport &report);

// What is known of one object, put among report.recorder->unseen. False: nothing.
bool read_unseen(const Conversation &talk, mpidbg_handle_kind_t kind, Address handle, ProcessReport &report);

}  // namespace mqs_shim
