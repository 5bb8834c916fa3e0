#pragma once
// Finds the names of the functions that MPI objects refer to, such as error handlers. Plugins return only the
// addresses; the target's symbols contain the names.

#include "mqs_shim/host/target.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Fills in report.function_names for the objects in the report.
void name_functions(Target &target, ProcessReport &report);

}  // namespace mqs_shim
