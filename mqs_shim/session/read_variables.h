#pragma once
// Reads MPI_T variables and categories through the functions of mpit_interface.h.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// Stores the requested data in report.variables. The `problem` of a list says what cannot be seen. Communicators must
// have been read before: a variable that is bound to communicators has a value for each of them.
void read_variables(const Conversation &conversation, const Questions &questions, ProcessReport &report);

}  // namespace mqs_shim
