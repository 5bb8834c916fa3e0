#pragma once
// Adds the windows of a report to the evidence.

#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

// Fills the members windows, windows_asked and windows_known of `evidence`. Omits windows whose communicator or
// synchronisation is not known, and windows of osc/ucx, whose protocol is not understood well enough; windows_known is
// false if one was omitted.
void add_windows(const ProcessReport &report, const PendingOperations &pending, Evidence &evidence);

}  // namespace mqs_shim::why
