#pragma once
// Handle queries (mpidbg_*): what lies behind a communicator or a group.

#include "mpidbg/base/result.h"
#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Fills in everything from `has_details` on, and what the historical interface cuts or lacks: full name, members.
Status query_communicator(const Conversation &conversation, Address handle, CommunicatorRecord &record);
Status query_group(const Conversation &conversation, Address handle, GroupRecord &record);

// All live handles, in the order of the library's table.
Result<std::vector<Address>> list_communicators(const Conversation &conversation);
Result<std::vector<Address>> list_groups(const Conversation &conversation);

}  // namespace mqs_shim
