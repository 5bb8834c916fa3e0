#pragma once
// The objects of all kinds beyond communicators and groups, through the queries that take the kind as an argument.

#include <set>

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Fills the lists of the kinds that were asked for. What cannot be seen is in a list's `problem`.
void read_objects(const Conversation &conversation, const std::set<mpidbg_handle_kind_t> &kinds, HandleLists &lists);

// One object alone, into the list of its kind or, a status, into report.shown_status. Communicators and groups are not
// for this function.
Status read_object(const Conversation &conversation, mpidbg_handle_kind_t kind, Address handle, ProcessReport &report);

}  // namespace mqs_shim
