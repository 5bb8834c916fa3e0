#pragma once
// Reads objects of all kinds through the plugin's handle queries.

#include <set>
#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/session/conversation.h"

namespace mqs_shim {

// Returns the reason why objects of the kind, or some of their values, cannot be seen; empty if everything can be seen.
// Values are considered only if the objects have been read before.
std::string kind_problem(const Conversation &talk, mpidbg_handle_kind_t kind);

// Returns all live handles of a kind, in the order of the library's table.
Result<std::vector<Address>> list_handles(const Conversation &conversation, mpidbg_handle_kind_t kind);

// Reads everything that the plugin knows about a communicator or group. Errors: not_found for a nonexistent object;
// not_supported if the plugin does not answer queries about the kind.
template <class Record>
Status query_object(const Conversation &conversation, Address handle, Record &record);

// These two functions read the same as query_object() and query_outline(), for a handle that the plugin has listed.
// They return false if the library is making the object, which no answer mentions then.
template <class Record>
Result<bool> query_listed(const Conversation &conversation, Address handle, Record &record);
Result<bool> query_listed_outline(const Conversation &conversation, Address handle, CommunicatorRecord &record);

// Reads only name, rank, size and groups of a communicator if the plugin has a function for that, and otherwise
// everything.
Status query_outline(const Conversation &conversation, Address handle, CommunicatorRecord &record);

// Fills in the lists of the requested kinds. The `problem` of a list says what cannot be seen.
void read_objects(const Conversation &conversation, const std::set<mpidbg_handle_kind_t> &kinds, HandleLists &lists);

// Adds the possible elements of `arrays` to `found`. For each array, these are all addresses that can be read from its
// start, up to a limit.
void add_elements(const Conversation &conversation, const std::vector<Address> &arrays, std::vector<Address> &found);
// Reads memory at `array` as an array of addresses, up to a limit, and returns the elements that are among `records`.
// `records` must be sorted.
std::vector<Address> records_in_array(const Conversation &conversation, Address array,
                                      const std::vector<Address> &records);

// Reads the requests at `addresses` into the list. Skips all other addresses, and requests that the list contains
// already.
void read_requests(const Conversation &conversation, const std::vector<Address> &addresses, HandleLists &lists);

// Reads one object in full into the list of its kind, unless the list has it already. A status is read into
// report.shown_status.
Status read_object(const Conversation &conversation, mpidbg_handle_kind_t kind, Address handle, ProcessReport &report);

// Reads the outlines of the communicators to which the report's objects belong and, with `in_full`, of the
// communicators that use these objects. Skips communicators that the report has already.
void read_named_communicators(const Conversation &conversation, bool in_full, ProcessReport &report);

}  // namespace mqs_shim
