#pragma once
// Extracts the evidence of one process from its report.

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

// Returns the evidence about the process of the report. `report` must contain the answers to questions_of(Noun::why),
// and the threads of the process. Missing parts make the evidence weaker, but never wrong: a thread whose wait cannot
// be determined gets Activity::unknown.
Evidence rank_evidence(const ProcessReport &report);

// Returns the value of Evidence::warnings: the warnings in the report, except the one about a main thread whose call
// cannot be seen (ProcessReport::lost_call).
BoxedOptional<std::vector<std::string>> warnings_of(const ProcessReport &report);

}  // namespace mqs_shim::why
