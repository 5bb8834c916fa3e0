#pragma once
// The functions behind the keyvals of attributes.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Fills report.keyvals if an object of the report has an attribute of the program's own. Plugins without this query
// leave it empty.
void read_keyvals(const Conversation &conversation, ProcessReport &report);

}  // namespace mqs_shim
