#pragma once
// The address of the recorder's record in a process.

#include <string>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::recorded {

// By the symbol `mpidbg_record`, where the host knows it; else by the magic at the start of one of the given ranges.
// Errors: not_found if there is no record (the recorder was not loaded, or the process has made no MPI call yet: the
// sentence says which); not_supported and corrupt of Record::open, for a record that cannot be read; corrupt where the
// symbol's value is the address of no record.
Result<Record> find_record(const debugger::Image &image, const debugger::Memory &memory,
                           const std::vector<AddressRange> &ranges);

}  // namespace mpidbg::model::recorded
