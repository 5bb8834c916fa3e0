#pragma once
// Reads the communicators of a process with the requested details and queues, and its groups.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/allowance.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// Reads the communicators into the report. `info` has the plugin's facts about the process; it is zero for a plain
// plugin. Missing data becomes a gap of the report.
void read_communicators(const Conversation &conversation, const Questions &questions, const mpidbg_process_info_t &info,
                        Allowance &operations, Allowance communicators, ProcessReport &report);

// Reads all groups of the process into the report.
void read_groups(const Conversation &conversation, ProcessReport &report);
// Completes the groups of the report: reads groups of communicators that are in no list of the library. The library may
// create such a group only when the program requests it.
void read_groups_of_communicators(const Conversation &conversation, ProcessReport &report);

}  // namespace mqs_shim
