#pragma once
// Converts the numbers and parameter kinds of a record to kinds of objects.

#include <cstdint>
#include <optional>

#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/recorded/call_table.h"

namespace mpidbg::model::recorded {

// Converts a value of enum mpidbg_record_kind to a kind of handle. Returns nothing for kinds that are not kinds of
// handles and for unknown numbers.
std::optional<HandleKind> kind_of(std::uint8_t recorded);

// Returns the kind of object on which this call creates requests: a communicator, a window or a file.
std::optional<HandleKind> owner_kind(const Call &creation);

// Returns the mode of a send; unknown for calls that do not send.
SendMode send_mode_of(DataFlow data);

// These functions return arguments of the call that created a request. They return nothing if that call has no such
// argument.
std::optional<int> count_of(const mpidbg_record_request &request);
std::optional<int> peer_of(const mpidbg_record_request &request);
std::optional<int> tag_of(const mpidbg_record_request &request);

}  // namespace mpidbg::model::recorded
