#pragma once
// Tells the messages of calls that take a tag, such as MPI_Intercomm_create, from messages that the program sends and
// receives itself.

#include <cstdint>
#include <string_view>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Returns the name of the call in which an agent waits if that call takes a tag; otherwise an empty name.
std::string_view tagged_call_of(const Waits &waits, std::uint32_t agent);

// Returns the name of the call to which operation `index` of a process belongs if that call takes a tag; otherwise an
// empty name. A receive belongs to a call that waits for it. A message belongs to a call of its sender that waits for a
// message from the receiver with the same tag: in these calls, two processes exchange messages.
std::string_view tagged_call_of(const Waits &waits, std::uint32_t process, std::uint32_t index);

}  // namespace mqs_shim::why
