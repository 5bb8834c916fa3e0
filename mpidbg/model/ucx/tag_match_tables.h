#pragma once
// Reads the tables of a worker's tag matching, up to fixed limits.

#include <vector>

#include "mpidbg/model/ucx/message_reader.h"
#include "mpidbg/model/ucx/request_reader.h"

namespace mpidbg::model::ucx {

// Returns the posted receives in the order in which they were posted. `tag_match` is the address of the ucp_tag_match.
// `pooled` has the receives in use in the pool, ordered by address; they are not read again, and `posted` is set in
// those that are posted.
PostedReceives read_posted(const debugger::Memory &memory, const Layouts &layouts, Address tag_match,
                           std::span<PooledReceive> pooled);

// Returns the element of `pooled` with this address; null if there is none.
PooledReceive *find_pooled(std::span<PooledReceive> pooled, Address request);

// Returns the messages that have not matched a receive, in the order of their arrival.
Listed<Arrived> read_unexpected(const debugger::Memory &memory, const Layouts &layouts, Address tag_match);

// Returns the requests of receives that have matched the first of several fragments.
Listed<Address> read_receives_of_fragments(const debugger::Memory &memory, const Layouts &layouts, Address tag_match);

}  // namespace mpidbg::model::ucx
