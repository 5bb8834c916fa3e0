#pragma once
// These functions turn the numbers and parameter kinds of a record into kinds of objects.

#include <cstdint>
#include <optional>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/recorded/call_table.h"

namespace mpidbg::model::recorded {

// Converts a value of enum mpidbg_record_kind. Returns nothing for kinds that are not handles and for unknown numbers.
std::optional<HandleKind> kind_of(std::uint8_t recorded);

// Returns the kind of object that a request belongs to if this call created it: a communicator, a window or a file.
std::optional<HandleKind> owner_kind(const Call &creation);

// These return what a request was created with. They return nothing if the call that created it has no such argument.
std::optional<int> count_of(const mpidbg_record_request &request);
std::optional<int> peer_of(const mpidbg_record_request &request);
std::optional<int> tag_of(const mpidbg_record_request &request);

}  // namespace mpidbg::model::recorded
