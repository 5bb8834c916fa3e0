#include "mqs_shim/job/why/inquiry.h"

#include <algorithm>
#include <utility>

#include "mqs_shim/job/why/placing.h"
#include "mqs_shim/job/why/rank_evidence.h"

namespace mqs_shim::why {

namespace {

// A contradiction that stays that long is not one of looking at the wrong moment.
constexpr unsigned most_looks = 4;

}  // namespace

void Inquiry::add(const ProcessReport &report) {
  add(rank_evidence(report));
}

void Inquiry::add(Evidence evidence) {
  next_.push_back(std::move(evidence));
}

void Inquiry::judge() {
  place_unread(next_, evidence_);
  std::stable_sort(next_.begin(), next_.end(), [](const Evidence &a, const Evidence &b) { return a.id < b.id; });
  before_ = std::exchange(evidence_, std::exchange(next_, {}));
  compared_.reset();
  if (looks_ != 0) compared_ = compare(before_, evidence_);
  waits_ = std::make_unique<Waits>(evidence_, compared_ ? compared_->equal : std::vector<bool>());
  verdict_ = why::judge(*waits_, compared_ ? &*compared_ : nullptr);
  ++looks_;
}

bool Inquiry::wants_another_look() const {
  const bool all_are_cores =
      std::all_of(evidence_.begin(), evidence_.end(), [](const Evidence &evidence) { return evidence.is_core; });
  if (all_are_cores || looks_ >= most_looks) return false;
  if (verdict_.contradicts) return true;
  if (looks_ >= 2) return false;
  return std::any_of(verdict_.findings.begin(), verdict_.findings.end(), [](const Finding &finding) {
    return can_never_go_on(finding.kind) ? finding.proof != Proof::counters
                                         : finding.kind == FindingKind::waits_for_returning;
  });
}

}  // namespace mqs_shim::why
