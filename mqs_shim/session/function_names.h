#pragma once
// The names of the functions that objects refer to: a plugin gives addresses, the target's symbols the names.

#include "mqs_shim/host/target.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Fills report.function_names for the objects in the report.
void name_functions(Target &target, ProcessReport &report);

}  // namespace mqs_shim
