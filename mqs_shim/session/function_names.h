#pragma once
// Names the functions that objects refer to. Plugins return addresses; the target's symbols contain the names.

#include "mqs_shim/host/target.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Fills report.function_names for the objects in the report.
void name_functions(Target &target, ProcessReport &report);

}  // namespace mqs_shim
