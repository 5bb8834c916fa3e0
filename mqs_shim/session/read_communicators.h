#pragma once
// The communicators of a process, as far as they were asked for and with their queues, and the groups.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/allowance.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// `info` is what the plugin said of the process; zero for a plain plugin. What is missing becomes a gap of the report.
void read_communicators(const Conversation &conversation, const Questions &questions, const mpidbg_process_info_t &info,
                        Allowance &operations, Allowance communicators, ProcessReport &report);

void read_groups(const Conversation &conversation, ProcessReport &report);
// Also those that communicators of the report name and that no list has: a library may make a group when the program
// asks for it.
void read_groups_of_communicators(const Conversation &conversation, ProcessReport &report);

}  // namespace mqs_shim
