#pragma once
// Adds the windows of a report to the evidence.

#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

// Fills in the members windows, windows_asked and windows_known of `evidence`. Omits windows whose communicator or
// synchronisation is not known. Omits windows of osc/ucx, because its protocol is not understood well enough. If a
// window was omitted, windows_known is false.
void add_windows(const ProcessReport &report, const PendingOperations &pending, Evidence &evidence);

}  // namespace mqs_shim::why
