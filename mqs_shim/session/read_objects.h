#pragma once
// The objects of all kinds, through the plugin's queries of handles.

#include <set>
#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Why objects of the kind cannot be seen, not all of them, or, after they were asked for, not all of their values;
// empty if they can.
std::string kind_problem(const Conversation &talk, mpidbg_handle_kind_t kind);

// All live handles of a kind, in the order of the library's table.
Result<std::vector<Address>> list_handles(const Conversation &conversation, mpidbg_handle_kind_t kind);

// Everything that the plugin knows of the object; for the records of communicators and groups. Errors: not_found if
// there is no such object, not_supported if the plugin answers no queries of the kind.
template <class Record>
Status query_object(const Conversation &conversation, Address handle, Record &record);

// Name, rank, size and groups of a communicator alone, where the plugin has a function for that; else everything.
Status query_outline(const Conversation &conversation, Address handle, CommunicatorRecord &record);

// Fills the lists of the kinds that were asked for. What cannot be seen is in a list's `problem`.
void read_objects(const Conversation &conversation, const std::set<mpidbg_handle_kind_t> &kinds, HandleLists &lists);

// Adds what the arrays may have in them: the addresses that can be read from each of `arrays` on, up to a limit.
void add_elements(const Conversation &conversation, const std::vector<Address> &arrays, std::vector<Address> &found);
// Which of `records`, which are sorted, an array that may begin at `array` has in it.
std::vector<Address> records_in_array(const Conversation &conversation, Address array,
                                      const std::vector<Address> &records);

// Adds those of the addresses that are requests and not in the list.
void read_requests(const Conversation &conversation, const std::vector<Address> &addresses, HandleLists &lists);

// One object, in full, into the list of its kind unless it is there, or a status into report.shown_status.
Status read_object(const Conversation &conversation, mpidbg_handle_kind_t kind, Address handle, ProcessReport &report);

// The outlines of the communicators that the report's objects are shown with, unless it has them: those that they
// belong to, `in_full` also those that use them.
void read_named_communicators(const Conversation &conversation, bool in_full, ProcessReport &report);

}  // namespace mqs_shim
