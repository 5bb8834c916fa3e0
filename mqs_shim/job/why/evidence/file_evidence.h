#pragma once
// Adds the files of a report to the evidence, so that the file of an internal communicator can be found.

#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

// Fills in Evidence::files. The list stays empty if files were not requested and the report therefore has none.
void add_files(const ProcessReport &report, const PendingOperations &pending, Evidence &evidence);

}  // namespace mqs_shim::why
