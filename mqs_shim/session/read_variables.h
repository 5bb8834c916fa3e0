#pragma once
// Variables and categories (MPI_T), through the functions of mpit_interface.h.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// Fills report.variables with what was asked for. What cannot be seen is in a list's `problem`. Communicators were read
// before: values of variables that are bound to one are read for each of them.
void read_variables(const Conversation &conversation, const Questions &questions, ProcessReport &report);

}  // namespace mqs_shim
