#pragma once
// Reads the callback functions that the program has passed when it created attribute keyvals.

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Fills in report.keyvals if an object of the report has an attribute that the program defined. If the plugin has no
// query for keyvals, report.keyvals stays empty.
void read_keyvals(const Conversation &conversation, ProcessReport &report);

}  // namespace mqs_shim
