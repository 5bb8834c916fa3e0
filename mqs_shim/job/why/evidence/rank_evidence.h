#pragma once
// The evidence of one process, out of its report.

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

// `report` has what questions_of(Noun::why) asks for, and the process's threads. Whatever it does not contain makes the
// evidence weaker, never wrong: a thread whose wait cannot be determined is Activity::unknown.
Evidence rank_evidence(const ProcessReport &report);

// Evidence::warnings: those of the report, but for what is known of a thread instead of its call.
BoxedOptional<std::vector<std::string>> warnings_of(const ProcessReport &report);

}  // namespace mqs_shim::why
