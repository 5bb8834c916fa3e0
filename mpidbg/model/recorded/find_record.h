#pragma once
// Finds the address of the recorder's record in a process.

#include <string>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::recorded {

// Reads the address in the symbol `mpidbg_record` if the debugger knows the symbol; otherwise looks for the record's
// magic bytes at the start of each range that has room for a record. Errors: not_found if the process has no record,
// because the recorder was not loaded or because no MPI call was made yet (the message states which); not_supported and
// corrupt, from Record::open, if the record cannot be read; corrupt if the symbol holds an address where no record
// starts. The record keeps a reference to `memory`, which must outlive it.
Result<Record> find_record(const debugger::Image &image, const debugger::Memory &memory,
                           const std::vector<AddressRange> &ranges);

}  // namespace mpidbg::model::recorded
