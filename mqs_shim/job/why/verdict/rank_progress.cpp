#include "mqs_shim/job/why/verdict/rank_progress.h"

#include <algorithm>
#include <map>
#include <utility>

#include "mqs_shim/job/why/evidence/placing.h"
#include "mqs_shim/job/why/graph/channels.h"
#include "mqs_shim/job/why/graph/roles.h"

namespace mqs_shim::why {

namespace {

constexpr std::uint32_t twice = UINT32_MAX;
constexpr std::int64_t most_milliseconds = INT32_MAX;  // of one thread; more is a sign of damage

// Maps each rank to the index of its evidence, or to `twice` if several processes have the rank.
std::map<ProcessId, std::uint32_t> by_rank(std::span<const Evidence> look) {
  std::map<ProcessId, std::uint32_t> places;
  for (std::uint32_t index = 0; index < look.size(); ++index)
    if (const auto [place, is_new] = places.emplace(look[index].id, index); !is_new) place->second = twice;
  return places;
}

// Returns true if a thread is in an MPI call other than one that only tests.
bool is_in_call(const Evidence &evidence) {
  return std::any_of(evidence.threads.begin(), evidence.threads.end(),
                     [](const Thread &thread) { return !thread.call.empty() && thread.activity != Activity::polls; });
}

bool is_seen_testing(const Evidence &evidence) {
  return std::any_of(evidence.threads.begin(), evidence.threads.end(),
                     [](const Thread &thread) { return thread.activity == Activity::polls; });
}

// Returns the processor time that threads used which were in code of the program at both looks. If some threads are in
// MPI calls, counts only threads that may call MPI, because the others cannot release those.
std::int64_t processor_time_between(const Evidence &first, const Evidence &second) {
  const bool counts_all = !is_in_call(first) && !is_in_call(second);
  std::int64_t sum = 0;
  for (const ProcessorTime &now : second.computing) {
    const auto is_same = [&](const auto &other) { return other.tid == now.tid; };
    const auto before = std::find_if(first.computing.begin(), first.computing.end(), is_same);
    if (before == first.computing.end() || before->milliseconds < 0 || now.milliseconds <= before->milliseconds)
      continue;
    if (counts_all || std::any_of(second.threads.begin(), second.threads.end(), is_same))
      sum += std::min(now.milliseconds - before->milliseconds, most_milliseconds);
  }
  return sum;
}

bool is_unseen(const Evidence &evidence) {
  if (evidence.state == ProcessState::missing) return true;
  if (evidence.state == ProcessState::unreadable && !evidence.stopped) return true;
  if (is_gone(evidence)) return false;
  return evidence.threads.empty() || (!evidence.stopped && hides_calls(evidence));
}

// Finds processes whose rank or job is known in only one of the two looks, and copies rank and job to the other look.
// Finds them by host and pid. Until MPI_Init is over, the memory of a process contains neither rank nor job.
void identify_by_process(std::vector<Evidence> &first, std::vector<Evidence> &second) {
  using Process = std::pair<std::string, std::int64_t>;
  std::map<Process, std::uint32_t> earlier;
  for (std::uint32_t index = 0; index < first.size(); ++index) {
    if (first[index].is_core || first[index].pid <= 0) continue;
    const auto [place, is_new] = earlier.emplace(Process{first[index].target, first[index].pid}, index);
    if (!is_new) place->second = twice;
  }
  for (Evidence &one : second) {
    const auto found = earlier.find({one.target, one.pid});
    if (one.is_core || found == earlier.end() || found->second == twice) continue;
    Evidence &before = first[found->second];
    if (one.id.rank < 0 && before.id.rank >= 0) {
      one.id = before.id;
    } else if (one.id.rank >= 0 && (before.id.rank < 0 || !before.job_known || before.id.rank == one.id.rank)) {
      before.id = one.id;
    }
  }
}

Pace pace_of(const Evidence &first, const Evidence &second, const RankProgress &rank) {
  const std::vector<Change> &changes = rank.changes;
  if (is_unseen(first) || is_unseen(second)) return Pace::unseen;
  if ((first.pid > 0) != (second.pid > 0)) return Pace::unclear;  // a damaged core file lacks the pid
  if (first.pid != second.pid || first.host != second.host) return Pace::replaced;
  if (is_gone(second)) return Pace::ended;
  const bool only_state = changes == std::vector{Change::state};
  if (second.stopped || (first.stopped && only_state)) return Pace::stopped;
  const bool has_computed = rank.processor_milliseconds != 0 && !is_seen_testing(first) && !is_seen_testing(second);
  if (changes.empty()) {
    if (has_computed) return Pace::computes;
    if (!is_in_call(second)) return Pace::outside;
    return leaves_traces(second) ? Pace::still : Pace::unclear;
  }
  const bool same_calls = std::find(changes.begin(), changes.end(), Change::calls) == changes.end();
  if (same_calls) return is_in_call(second) ? Pace::slow : Pace::live;
  // Nothing but the calls has changed, and only between the program's own code and calls that test.
  const bool is_outside = !is_in_call(first) && !is_in_call(second) && changes.size() == 1;
  if (!is_outside) return Pace::live;
  return has_computed ? Pace::computes : Pace::outside;
}

}  // namespace

std::vector<RankProgress> progress_of(std::span<const Evidence> first, std::span<const Evidence> second) {
  const auto before = by_rank(first), after = by_rank(second);
  std::vector<RankProgress> all;
  for (const auto &[id, index] : before)
    if (!after.contains(id))
      all.push_back({id, Pace::left, {}, 0, index == twice ? std::nullopt : std::optional(index), {}});
  for (const auto &[id, index] : after) {
    const auto earlier = before.find(id);
    RankProgress &rank = all.emplace_back(RankProgress{id, Pace::unseen, {}, 0, {}, {}});
    if (index != twice) rank.second = index;
    if (earlier == before.end()) {
      rank.pace = Pace::joined;
      continue;
    }
    if (earlier->second != twice) rank.first = earlier->second;
    if (!rank.first || !rank.second || id.rank < 0) continue;
    rank.changes = changes_of(first[*rank.first], second[*rank.second]);
    rank.processor_milliseconds = processor_time_between(first[*rank.first], second[*rank.second]);
    rank.pace = pace_of(first[*rank.first], second[*rank.second], rank);
  }
  std::sort(all.begin(), all.end(), [](const RankProgress &a, const RankProgress &b) { return a.id < b.id; });
  return all;
}

void TwoLooks::add_to_first(Evidence evidence) {
  first_.push_back(std::move(evidence));
}

void TwoLooks::add_to_second(Evidence evidence) {
  second_.push_back(std::move(evidence));
}

void TwoLooks::compare() {
  place_unread(first_, {});
  place_unread(second_, first_);
  identify_by_process(first_, second_);
  ranks_ = progress_of(first_, second_);
}

}  // namespace mqs_shim::why
