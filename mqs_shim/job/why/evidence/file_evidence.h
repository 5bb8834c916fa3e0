#pragma once
// The files of a report, as evidence: which file a communicator of the library belongs to.

#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

// Fills files. A report that files were not asked for in has none.
void add_files(const ProcessReport &report, const PendingOperations &pending, Evidence &evidence);

}  // namespace mqs_shim::why
