#pragma once
// The windows of a report, as evidence.

#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

// Fills windows, windows_asked and windows_known. A window whose communicator or synchronisation is not known is left
// out, and one of a component whose ways are not known well enough (osc/ucx): then not all windows are known.
void add_windows(const ProcessReport &report, const PendingOperations &pending, Evidence &evidence);

}  // namespace mqs_shim::why
