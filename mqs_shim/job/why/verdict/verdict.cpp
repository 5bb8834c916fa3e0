#include "mqs_shim/job/why/verdict/verdict.h"

#include <algorithm>
#include <map>

#include "mqs_shim/job/why/verdict/open_waits.h"
#include "mqs_shim/job/why/verdict/stuck.h"

namespace mqs_shim::why {

namespace {

// Returns the ranks that have no evidence, for each job in which the size of MPI_COMM_WORLD is known.
Members missing_ranks(std::span<const Evidence> evidence) {
  struct Job {
    std::int32_t size = 0;
    std::vector<std::int32_t> present;
  };
  std::map<std::uint32_t, Job> jobs;
  for (const Evidence &one : evidence) {
    Job &job = jobs[one.id.job];
    job.size = std::max(job.size, one.world_size);
    if (one.id.rank >= 0 && one.state != ProcessState::missing) job.present.push_back(one.id.rank);
  }
  std::vector<MemberRun> runs;
  for (auto &[number, job] : jobs) {
    std::sort(job.present.begin(), job.present.end());
    std::int32_t next = 0;
    for (const std::int32_t rank : job.present) {
      if (rank >= job.size) break;
      if (rank > next) runs.push_back({{number, next}, rank - next, 1});
      next = rank + 1;
    }
    if (next < job.size) runs.push_back({{number, next}, job.size - next, 1});
  }
  return Members(runs);
}

// Returns the headline of a verdict without findings.
Headline headline_without_findings(const Waits &waits, const Looks *looks, const Verdict &verdict) {
  const std::span<const Evidence> all = waits.evidence();
  const auto is_any = [&](auto &&is) { return std::any_of(all.begin(), all.end(), is); };
  const bool have_unseen_moved = std::all_of(verdict.unseen.begin(), verdict.unseen.end(),
                                             [&](std::uint32_t process) { return verdict.has_moved(process); });
  if (!have_unseen_moved) return Headline::unseen;
  if (!verdict.missing.empty()) return Headline::missing;
  if (!verdict.unseen.empty()) return Headline::moves;
  if (looks != nullptr && verdict.moved.empty() && is_any(waits_between_init_and_finalize))
    return Headline::stands_still;
  const bool do_calls_move = std::any_of(verdict.moved.begin(), verdict.moved.end(), [&](const Movement &one) {
    return !all[one.process].stopped && waits_between_init_and_finalize(all[one.process]);
  });
  if (do_calls_move) return Headline::moves;
  if (is_any([](const Evidence &one) { return one.stopped; })) return Headline::stopped;
  if (is_any([](const Evidence &one) { return one.incomplete; })) return Headline::unseen;
  const auto is_in_init = [](const Evidence &one) { return one.state == ProcessState::in_init; };
  return !all.empty() && std::all_of(all.begin(), all.end(), is_in_init) ? Headline::in_init : Headline::nothing;
}

// Replaces the finding by one that says that the same agents may continue, and marks them as not stuck. `kind` is the
// kind of the new finding.
void replace(const Waits &waits, Verdict &verdict, Finding &finding, FindingKind kind) {
  for (const auto *agents : {&finding.agents, &finding.behind}) {
    for (const std::uint32_t agent : *agents) verdict.stuck[waits.node(agent)] = Proof::none;
  }
  Finding other;
  other.kind = kind;
  other.agents = std::move(finding.agents);
  other.behind = std::move(finding.behind);
  std::sort(other.agents.begin(), other.agents.end());
  finding = std::move(other);
}

// Restores the order of the findings (Verdict::findings) after some were replaced.
void sort_findings(Verdict &verdict) {
  const auto place = [](const Finding &finding) {
    return can_never_go_on(finding.kind) ? FindingKind::deadlock : finding.kind;
  };
  std::stable_sort(verdict.findings.begin(), verdict.findings.end(),
                   [&](const Finding &one, const Finding &other) { return place(one) < place(other); });
}

// Replaces findings about processes that appear to wait for each other only because their snapshots are of different
// instants. For such a finding nothing is proved, and all its processes made progress between the two looks, or would
// continue if those that made progress did.
void find_passing(const Waits &waits, Verdict &verdict) {
  if (verdict.moved.empty()) return;
  std::vector<ReleaseGraph::Node> moved;
  for (std::size_t agent = 0; agent < waits.agents().size(); ++agent) {
    if (verdict.has_moved(waits.agents()[agent].process)) moved.push_back(waits.node(agent));
  }
  const std::vector<Proof> left = waits.graph().release(moved);
  for (Finding &finding : verdict.findings) {
    if (!can_never_go_on(finding.kind) || finding.proof != Proof::suspected) continue;
    const bool all_go_on = std::all_of(finding.agents.begin(), finding.agents.end(),
                                       [&](std::uint32_t agent) { return left[waits.node(agent)] == Proof::none; });
    if (!all_go_on) continue;
    verdict.passes = true;
    replace(waits, verdict, finding, FindingKind::waits_for_returning);
  }
  sort_findings(verdict);
}

// Replaces findings about ranks that would wait for each other forever if no data were under way to one of them in the
// network.
void find_arriving(const Waits &waits, Verdict &verdict) {
  for (Finding &finding : verdict.findings) {
    if (!can_never_go_on(finding.kind) || finding.proof != Proof::suspected) continue;
    const bool is_any_under_way = std::any_of(finding.agents.begin(), finding.agents.end(), [&](std::uint32_t agent) {
      return !waits.wire().under_way(waits.agents()[agent].process).empty();
    });
    if (is_any_under_way) replace(waits, verdict, finding, FindingKind::waits_for_arrival);
  }
  sort_findings(verdict);
}

}  // namespace

bool claims_standstill(const Finding &finding) {
  return can_never_go_on(finding.kind) && std::none_of(finding.lacks.begin(), finding.lacks.end(),
                                                       [](const auto &lack) { return lack.first == Lack::arrival; });
}

Outcome outcome_of(const Finding &finding) {
  if (can_never_go_on(finding.kind)) return finding.proof < Proof::suspected ? Outcome::stuck : Outcome::unseen;
  switch (finding.kind) {
    case FindingKind::waits_for_missing:
      return Outcome::ranks_missing;
    case FindingKind::waits_for_arrival:
    case FindingKind::waits_for_unknown:
      return Outcome::unseen;
    default:
      return Outcome::may_go_on;
  }
}

Outcome outcome_of(Headline headline) {
  switch (headline) {
    case Headline::unseen:
    case Headline::stands_still:
      return Outcome::unseen;
    case Headline::missing:
      return Outcome::ranks_missing;
    case Headline::moves:
    case Headline::stopped:
      return Outcome::may_go_on;
    case Headline::finding:
    case Headline::in_init:
    case Headline::nothing:
      break;
  }
  return Outcome::goes_on;
}

bool Verdict::has_moved(std::uint32_t process) const {
  const auto found =
      std::lower_bound(moved.begin(), moved.end(), process,
                       [](const Movement &movement, std::uint32_t wanted) { return movement.process < wanted; });
  return found != moved.end() && found->process == process;
}

bool waits_between_init_and_finalize(const Evidence &evidence) {
  return evidence.state == ProcessState::alive && is_in_blocking_call(evidence);
}

Verdict judge(const Waits &waits, const Looks *looks) {
  Verdict verdict;
  verdict.stuck = waits.graph().release();
  verdict.findings = stuck_findings(waits, verdict.stuck, looks);
  for (Finding &finding : open_findings(waits, verdict.stuck, looks)) verdict.findings.push_back(std::move(finding));
  for (std::size_t agent = 0; agent < waits.agents().size(); ++agent) {
    const std::span<const Prospect> prospects = waits.prospects(agent);
    verdict.contradicts =
        verdict.contradicts || std::any_of(prospects.begin(), prospects.end(),
                                           [](const Prospect &one) { return one.outlook == Outlook::under_way; });
  }
  if (looks != nullptr) verdict.moved = looks->moved;
  find_passing(waits, verdict);
  find_arriving(waits, verdict);
  for (std::uint32_t process = 0; process < waits.evidence().size(); ++process) {
    if (waits.role(process) == Role::unknown) verdict.unseen.push_back(process);
  }
  verdict.missing = missing_ranks(waits.evidence());
  const bool has_findings = !verdict.findings.empty();
  verdict.headline = has_findings ? Headline::finding : headline_without_findings(waits, looks, verdict);
  verdict.outcome = has_findings ? outcome_of(verdict.findings.front()) : outcome_of(verdict.headline);
  return verdict;
}

std::vector<std::uint32_t> reasons(const Waits &waits, const Verdict &verdict, std::size_t agent) {
  if (verdict.stuck[waits.node(agent)] != Proof::none) return proving_conditions(waits, verdict.stuck, agent);
  std::vector<std::uint32_t> open = open_conditions(waits, agent);
  const bool stands =
      open.empty() && std::any_of(verdict.findings.begin(), verdict.findings.end(), [&](const auto &one) {
        return one.kind == FindingKind::waits_for_arrival &&
               std::find(one.agents.begin(), one.agents.end(), agent) != one.agents.end();
      });
  if (!stands) return open;
  const std::span<const Prospect> prospects = waits.prospects(agent);
  for (std::uint32_t index = 0; index < prospects.size(); ++index) {
    if (prospects[index].outlook != Outlook::excluded) open.push_back(index);
  }
  return open;
}

}  // namespace mqs_shim::why
