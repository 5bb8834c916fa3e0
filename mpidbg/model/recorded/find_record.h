#pragma once
// Where the recorder's record lies in a process.

#include <string>
#include <vector>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/handle.h"
#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::recorded {

enum class SearchExtent { starts, pages };

// By the symbol `mpidbg_record`, where the host knows it; else by a search for the magic at the start of the given
// ranges and, with SearchExtent::pages, of every page in them. Errors: not_found if there is no record (the recorder
// was not loaded, or the process has made no MPI call yet: the sentence says which); not_supported and corrupt of
// Record::open, for a record that cannot be read.
Result<Record> find_record(const debugger::Image &image, const debugger::Memory &memory,
                           const std::vector<MemoryRange> &ranges, SearchExtent extent);

}  // namespace mpidbg::model::recorded
