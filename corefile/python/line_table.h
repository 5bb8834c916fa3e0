#pragma once
// Decodes the line table of a Python function: co_linetable of CPython 3.11 (see Objects/locations.md there).

#include "corefile/base.h"

namespace corefile::python {

// Returns the source line of the instruction word with the index `unit`; 0 if the table does not contain it.
std::uint32_t line_of(Bytes table, std::int32_t first_line, std::uint64_t unit);

}  // namespace corefile::python
