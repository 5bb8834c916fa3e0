#pragma once
// Kinds of objects, of what an entry of the record numbers and a call's parameters name.

#include <cstdint>
#include <optional>

#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/recorded/call_table.h"

namespace mpidbg::model::recorded {

// Of enum mpidbg_record_kind; nothing for kinds that are not handles, or none at all.
std::optional<HandleKind> kind_of(std::uint8_t recorded);

// What a request belongs to that the call creates.
std::optional<HandleKind> owner_kind(const Call &creation);

// What a request was created with, where its call has it.
std::optional<int> count_of(const mpidbg_record_request &request);
std::optional<int> peer_of(const mpidbg_record_request &request);
std::optional<int> tag_of(const mpidbg_record_request &request);

}  // namespace mpidbg::model::recorded
