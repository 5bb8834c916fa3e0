#include "mqs_shim/summary/collection.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "mqs_shim/job/why/evidence/lock_queues.h"
#include "mqs_shim/job/why/evidence/placing.h"
#include "mqs_shim/job/why/evidence/rank_evidence.h"
#include "mqs_shim/job/why/evidence/unplaced_sends.h"
#include "mqs_shim/job/why/graph/channels.h"
#include "mqs_shim/job/why/graph/roles.h"
#include "mqs_shim/job/why/graph/wire.h"
#include "mqs_shim/job/why/verdict/looks.h"

namespace mqs_shim::summaries {

namespace {

// Compares two looks at this node twice: as they were read, and after the evidence of its processes was combined. A
// process counts as unchanged only if it was equal in both comparisons.
why::Looks compare_looks(std::vector<why::Evidence> first, std::vector<why::Evidence> second) {
  why::place_unread(second, first);
  const why::Looks read = why::compare(first, second);
  for (auto *look : {&first, &second}) {
    why::place_sends(*look);
    why::add_queued_locks(*look);
  }
  why::Looks looks = why::compare(first, second);
  for (std::size_t i = 0; i < looks.equal.size(); ++i) looks.equal[i] = looks.equal[i] && read.equal[i];
  for (const why::Movement &movement : read.moved) {
    const auto is_same = [&](const why::Movement &other) { return other.process == movement.process; };
    if (std::none_of(looks.moved.begin(), looks.moved.end(), is_same)) looks.moved.push_back(movement);
  }
  return looks;
}

}  // namespace

void Collection::begin_look(Moment begin) {
  before_ = std::exchange(evidence_, {});
  reports_.clear();
  codes_.clear();
  began_ = begin;
}

void Collection::add(ProcessReport report, int code, bool together) {
  why::Evidence evidence = why::rank_evidence(report);
  if (together) evidence.instant = looks_;
  add(std::move(evidence), std::move(report), code);
}

void Collection::add(why::Evidence evidence, ProcessReport report, int code) {
  evidence_.push_back(std::move(evidence));
  RankSummary small;
  small.report = std::move(report);
  reduce(small);
  reports_.push_back(std::move(small.report));
  codes_.push_back(code);
}

void Collection::end_look(Moment end) {
  if (looks_++ == 0) first_ended_ = end;
}

bool Collection::wants_another_look() const {
  return std::any_of(evidence_.begin(), evidence_.end(), [](const why::Evidence &evidence) {
    return !evidence.is_core && why::is_in_blocking_call(evidence);
  });
}

bool Collection::may_linger_in_network() const {
  return why::may_linger_in_network(evidence_);
}

Summary Collection::take() {
  std::optional<why::Looks> compared;
  if (looks_ > 1) {
    compared = compare_looks(before_, evidence_);
    why::add_earlier_sockets(before_, evidence_);
  }
  std::vector<std::optional<why::Change>> changes(evidence_.size());
  if (compared) {
    for (const why::Movement &movement : compared->moved) changes[movement.process] = movement.change;
  }
  std::vector<Summary> parts(evidence_.size());
  for (std::size_t i = 0; i < evidence_.size(); ++i) {
    RankSummary rank;
    rank.evidence = std::move(evidence_[i]);
    rank.looks = looks_;
    if (compared) rank.equal = compared->equal[i];
    rank.change = changes[i];
    rank.boot = began_.boot;
    rank.first_look_ended = first_ended_.nanoseconds;
    rank.last_look_began = began_.nanoseconds;
    rank.clock_error = std::max(began_.error, first_ended_.error);
    rank.report = std::move(reports_[i]);
    rank.code = codes_[i];
    parts[i].add(rank);
  }
  return merged(std::move(parts));
}

mpidbg::Result<Merged> judge(const Summary &summary, const std::function<bool(const RankSummary &)> &wanted) {
  struct Fact {
    bool equal = false;
    std::optional<why::Change> change;
  };
  std::vector<why::Evidence> evidence;
  std::vector<Fact> facts;
  std::set<std::string> hosts, boots;
  std::int64_t first_ended = std::numeric_limits<std::int64_t>::min(), last_began = -(first_ended + 1);
  bool twice = true, any_twice = false, clocks_known = true;
  const auto read = summary.for_each(
      [&](RankSummary rank) {
        if (!wanted(rank)) return;
        hosts.insert(rank.evidence.host);
        boots.insert(rank.boot);
        // A collector takes only one look if no rank of its node waits. In that case, only a process that has ended
        // counts as equal, as it would look the same later.
        const bool is_seen_twice = rank.looks > 1;
        twice = twice && (is_seen_twice || (!rank.evidence.is_core && !why::is_in_blocking_call(rank.evidence)));
        any_twice = any_twice || is_seen_twice;
        if (!is_seen_twice) rank.equal = why::is_gone(rank.evidence);
        clocks_known = clocks_known && rank.clock_error >= 0;
        const std::int64_t error = std::clamp<std::int64_t>(rank.clock_error, 0, INT32_MAX);
        const auto plausible = [](std::int64_t time) { return std::clamp<std::int64_t>(time, 0, INT64_MAX / 2); };
        first_ended = std::max(first_ended, plausible(rank.first_look_ended) + error);
        if (is_seen_twice) last_began = std::min(last_began, plausible(rank.last_look_began) - error);
        evidence.push_back(std::move(rank.evidence));
        facts.push_back({rank.equal, rank.change});
      },
      GroupMembers::left_out);
  if (!read) return read.error();
  Merged merged;
  twice = twice && any_twice;
  const bool is_one_clock = boots.size() == 1 && (!boots.contains("") || hosts.size() < 2 || clocks_known);
  const bool fits = twice && first_ended < last_began && is_one_clock;
  merged.looks_do_not_fit = twice && !fits;
  if (fits) merged.seconds = static_cast<double>(last_began - first_ended) * 1e-9;
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    if (fits) {
      merged.inquiry.add_compared(std::move(evidence[i]), facts[i].equal, facts[i].change);
    } else {
      merged.inquiry.add(std::move(evidence[i]));
    }
  }
  merged.inquiry.judge();
  return merged;
}

}  // namespace mqs_shim::summaries
