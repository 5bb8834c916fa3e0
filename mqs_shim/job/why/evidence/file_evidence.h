#pragma once
// Adds the files of a report to the evidence, in order to find the file that an internal communicator belongs to.

#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

// Fills Evidence::files. The list stays empty if the report does not contain files because they were not requested.
void add_files(const ProcessReport &report, const PendingOperations &pending, Evidence &evidence);

}  // namespace mqs_shim::why
