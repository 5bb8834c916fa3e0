#include "mqs_shim/job/why/verdict/inquiry.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/job/why/evidence/call_kind.h"
#include "mqs_shim/job/why/evidence/collective_names.h"
#include "mqs_shim/job/why/evidence/lock_queues.h"
#include "mqs_shim/job/why/evidence/placing.h"
#include "mqs_shim/job/why/evidence/rank_evidence.h"
#include "mqs_shim/job/why/evidence/unplaced_sends.h"

namespace mqs_shim::why {

namespace {

// This limits the number of looks. If snapshots still contradict each other after so many looks, their times are not
// the reason.
constexpr unsigned most_looks = 5;
// If processes make progress in each of this many looks, no further look is taken to find out whether they stop.
constexpr unsigned most_looks_at_moving = 3;

bool is_for_a_window(const Thread &thread) {
  const CallKind kind = kind_of_call(thread.call);
  return kind == CallKind::window_group || kind == CallKind::window_target || moves_window_data(thread.call);
}

// Returns true if some call waits for something that cannot be seen, so that a second look is needed to show whether
// anything moves.
bool is_any_wait_unseen(const Verdict &verdict, const std::vector<Evidence> &evidence) {
  return std::any_of(verdict.unseen.begin(), verdict.unseen.end(), [&](std::uint32_t process) {
    const std::vector<Thread> &threads = evidence[process].threads;
    return std::any_of(threads.begin(), threads.end(),
                       [](const Thread &thread) { return thread.activity == Activity::unknown; });
  });
}

bool is_suspected_without(Lack what, const Finding &finding) {
  return finding.proof == Proof::suspected &&
         std::any_of(finding.lacks.begin(), finding.lacks.end(), [&](const auto &lack) { return lack.first == what; });
}

// Returns true if data was under way in the network at this look. It may have arrived since.
bool may_arrive(const Verdict &verdict) {
  return std::any_of(verdict.findings.begin(), verdict.findings.end(),
                     [](const Finding &finding) { return finding.kind == FindingKind::waits_for_arrival; });
}

// Returns true if processes appear to be stuck now, but made progress before the last look. A further look may show
// that they have stopped.
bool may_have_stopped(const Verdict &verdict) {
  if (verdict.passes) return true;
  return std::any_of(verdict.findings.begin(), verdict.findings.end(), [&](const Finding &finding) {
    return finding.proof == Proof::suspected &&
           std::any_of(finding.lacks.begin(), finding.lacks.end(), [&](const auto &lack) {
             return lack.first == Lack::standstill &&
                    std::any_of(lack.second.begin(), lack.second.end(),
                                [&](std::uint32_t process) { return verdict.has_moved(process); });
           });
  });
}

}  // namespace

void Inquiry::add(const ProcessReport &report, bool together) {
  Evidence evidence = rank_evidence(report);
  if (together) evidence.instant = looks_;
  add(std::move(evidence));
}

void Inquiry::add(Evidence evidence) {
  next_.push_back(std::move(evidence));
}

void Inquiry::add_compared(Evidence evidence, bool equal, std::optional<Change> change) {
  reported_.resize(next_.size());
  reported_.push_back({equal, change});
  next_.push_back(std::move(evidence));
}

void Inquiry::sort_next() {
  if (!reported_.empty()) reported_.resize(next_.size());
  std::vector<std::size_t> order(next_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return next_[a].id < next_[b].id; });
  std::vector<Evidence> sorted;
  std::vector<Reported> reported;
  sorted.reserve(order.size());
  for (const std::size_t index : order) {
    sorted.push_back(std::move(next_[index]));
    if (!reported_.empty()) reported.push_back(reported_[index]);
  }
  next_ = std::move(sorted);
  reported_ = std::move(reported);
}

void Inquiry::judge() {
  place_unread(next_, evidence_);
  sort_next();
  place_sends(next_);
  add_queued_locks(next_);
  agree_on_names(next_);
  before_ = std::exchange(evidence_, std::exchange(next_, {}));
  compared_.reset();
  const auto asks_for_windows = [](const Evidence &evidence) { return evidence.windows_asked; };
  if (std::any_of(evidence_.begin(), evidence_.end(), asks_for_windows) !=
      std::any_of(before_.begin(), before_.end(), asks_for_windows))
    comparable_ = 0;
  if (!reported_.empty()) {
    compared_.emplace();
    for (std::uint32_t process = 0; process < reported_.size(); ++process) {
      compared_->equal.push_back(reported_[process].equal);
      if (reported_[process].change) compared_->moved.push_back({process, *reported_[process].change});
    }
    reported_.clear();
    ++looks_;
    ++comparable_;
  } else if (comparable_ != 0) {
    compared_ = compare(before_, evidence_);
    add_earlier_sockets(before_, evidence_);
  }
  ++comparable_;
  waits_ = std::make_unique<Waits>(evidence_, compared_ ? compared_->equal : std::vector<bool>());
  verdict_ = why::judge(*waits_, compared_ ? &*compared_ : nullptr);
  ++looks_;
}

void Inquiry::miss_ranks() {
  if (verdict_.outcome != Outcome::goes_on) return;
  verdict_.headline = Headline::missing;
  verdict_.outcome = outcome_of(verdict_.headline);
}

bool Inquiry::all_are_cores() const {
  return std::all_of(evidence_.begin(), evidence_.end(), [](const Evidence &evidence) { return evidence.is_core; });
}

bool Inquiry::wants_windows() const {
  // True for an agent in a call for a window, such as MPI_Win_fence: windows are then read only in order to name the
  // window.
  const auto is_unnamed = [&](std::uint32_t number) {
    const Agent &agent = waits_->agents()[number];
    const Evidence &evidence = evidence_[agent.process];
    return !evidence.windows_asked && !agent.schedule &&
           mpidbg::mpi_call(evidence.threads[agent.index].call).takes_window();
  };
  for (const Finding &finding : verdict_.findings) {
    if (can_never_go_on(finding.kind) && std::any_of(finding.agents.begin(), finding.agents.end(), is_unnamed))
      return true;
  }
  return std::any_of(evidence_.begin(), evidence_.end(), [](const Evidence &evidence) {
    return !evidence.windows_asked && std::any_of(evidence.threads.begin(), evidence.threads.end(), is_for_a_window);
  });
}

std::vector<std::string> Inquiry::wants_together() const {
  std::vector<std::string> targets;
  for (const Finding &finding : verdict_.findings) {
    if (!is_suspected_without(Lack::instant, finding) || finding.agents.size() > most_held) continue;
    for (const std::uint32_t agent : finding.agents) {
      const Evidence &evidence = evidence_[waits_->agents()[agent].process];
      if (!evidence.is_core && !evidence.instant) targets.push_back(evidence.target);
    }
  }
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets.size() > most_held ? std::vector<std::string>() : targets;
}

bool Inquiry::wants_another_look() const {
  if (looks_ >= most_looks) return false;
  if (wants_windows()) return true;
  if (all_are_cores()) return false;
  if (verdict_.contradicts) return true;
  if (!wants_together().empty()) return true;
  if (comparable_ >= 2) {
    if (looks_ < most_looks_at_moving && (may_have_stopped(verdict_) || may_arrive(verdict_))) return true;
    return std::any_of(verdict_.findings.begin(), verdict_.findings.end(),
                       [](const Finding &finding) { return is_suspected_without(Lack::arrival, finding); });
  }
  if (is_any_wait_unseen(verdict_, evidence_)) return true;
  // No process waits for anything that is missing; a second look shows whether the calls return.
  const bool waits_for_nothing =
      verdict_.outcome == Outcome::goes_on || (verdict_.headline == Headline::unseen && verdict_.unseen.empty());
  if (waits_for_nothing && std::any_of(evidence_.begin(), evidence_.end(), waits_between_init_and_finalize))
    return true;
  return std::any_of(verdict_.findings.begin(), verdict_.findings.end(), [](const Finding &finding) {
    return can_never_go_on(finding.kind)
               ? finding.proof != Proof::counters
               : finding.kind == FindingKind::waits_for_returning || finding.kind == FindingKind::waits_for_arrival ||
                     (finding.kind == FindingKind::waits_for_unknown && finding.processes.empty());
  });
}

}  // namespace mqs_shim::why
