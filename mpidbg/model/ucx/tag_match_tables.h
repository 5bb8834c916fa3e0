#pragma once
// The tables of a worker's tag matching, walked within limits.

#include <vector>

#include "mpidbg/model/ucx/message_reader.h"
#include "mpidbg/model/ucx/request_reader.h"

namespace mpidbg::model::ucx {

// Posted receives, in the order in which they were posted. `tag_match`: ucp_tag_match. `pooled`: those in use, by
// address, of which nothing is read again; those that are posted are marked.
PostedReceives read_posted(const debugger::Memory &memory, const Layouts &layouts, Address tag_match,
                           std::span<PooledReceive> pooled);

// That with the address; null if it is not in the pool.
PooledReceive *find_pooled(std::span<PooledReceive> pooled, Address request);

// Messages that no receive has matched, in the order of their arrival.
Listed<Arrived> read_unexpected(const debugger::Memory &memory, const Layouts &layouts, Address tag_match);

// The requests of receives that have matched the first of several fragments.
Listed<Address> read_receives_of_fragments(const debugger::Memory &memory, const Layouts &layouts, Address tag_match);

}  // namespace mpidbg::model::ucx
