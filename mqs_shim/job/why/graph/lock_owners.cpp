#include "mqs_shim/job/why/graph/lock_owners.h"

#include <algorithm>
#include <tuple>

#include "mqs_shim/job/why/evidence/call_kind.h"

namespace mqs_shim::why {

namespace {

using State = WindowLock::State;

constexpr std::size_t most_entries = 20'000;  // limit for drawing conclusions, as each choice copies all entries

bool asks_for_locks(const Thread &thread) {
  return kind_of_call(thread.call) == CallKind::window_target;
}

// Returns true if the thread waits, or if its place in the program is known. A thread whose place is unknown may be in
// a call that requests locks.
bool is_understood(const Thread &thread) {
  return thread.activity == Activity::waits || (thread.activity != Activity::unknown && thread.site != Site{});
}

}  // namespace

LockOwners::LockOwners(std::span<const Evidence> evidence, const CommunicatorIndex &communicators)
    : evidence_(evidence), communicators_(communicators) {
  collect();
  known_.held.assign(entries_.size(), false);
  known_.chosen.assign(evidence.size(), none);
  choices_.resize(evidence.size());
  concludes_.assign(evidence.size(), false);
  if (entries_.empty()) return;
  for (std::uint32_t process = 0; process < evidence.size(); ++process) find_choices(process);
  Conclusions concluded = known_;
  bool agree = entries_.size() <= most_entries;
  for (std::uint32_t entry = 0; agree && entry < entries_.size(); ++entry) {
    if (!known_.held[entry]) continue;
    concluded.held[entry] = false;
    agree = hold(entry, concluded);
  }
  for (std::uint32_t process = 0; agree && process < evidence.size(); ++process) {
    if (choices_[process].size() == 1) agree = choose(choices_[process].front(), concluded);
  }
  if (agree) known_ = std::move(concluded);
}

void LockOwners::collect() {
  begin_.reserve(evidence_.size() + 1);
  for (std::uint32_t process = 0; process < evidence_.size(); ++process) {
    begin_.push_back(static_cast<std::uint32_t>(entries_.size()));
    const std::vector<Window> &windows = evidence_[process].windows;
    for (std::size_t window = 0; window < windows.size(); ++window) {
      const auto id = communicators_.id(process, windows[window].communicator);
      if (id == CommunicatorIndex::unknown) continue;
      const std::vector<WindowLock> &locks = windows[window].locks;
      for (std::size_t lock = 0; lock < locks.size(); ++lock) {
        if (!locks[lock].checked || locks[lock].state == State::releasing) continue;
        // A held lock of unknown type counts as exclusive. It conflicts with the requests in the queue of its target:
        // otherwise the target would have granted them.
        const bool is_of_queue = locks[lock].state == State::held && !locks[lock].type_known;
        entries_.push_back({id, locks[lock].target, process, static_cast<std::int32_t>(window),
                            static_cast<std::int32_t>(lock), locks[lock].exclusive || is_of_queue,
                            locks[lock].state != State::wanted});
      }
    }
  }
  begin_.push_back(static_cast<std::uint32_t>(entries_.size()));
  for (std::uint32_t entry = 0; entry < entries_.size(); ++entry) by_place_.push_back(entry);
  std::sort(by_place_.begin(), by_place_.end(), [&](std::uint32_t one, std::uint32_t other) {
    const Entry &a = entries_[one], &b = entries_[other];
    return std::tie(a.communicator, a.target, one) < std::tie(b.communicator, b.target, other);
  });
}

// Finds the locks that a process may be waiting for, without regard to other processes. A process whose calls are not
// understood may be waiting for any of its locks.
void LockOwners::find_choices(std::uint32_t process) {
  const Evidence &evidence = evidence_[process];
  const Thread *asks = nullptr;
  bool is_known = true;
  concludes_[process] = !evidence.threads.empty();
  for (const Thread &thread : evidence.threads) {
    if (!is_understood(thread)) concludes_[process] = false;
    if (!asks_for_locks(thread)) continue;
    is_known = asks == nullptr && !thread.inferred && !thread.conditions.empty() &&
               (!thread.all || thread.conditions.size() == 1);
    asks = &thread;
  }
  for (const Condition &condition : asks != nullptr && is_known ? asks->conditions : std::vector<Condition>()) {
    const auto entry =
        condition.kind == ConditionKind::lock ? find(process, condition.index, condition.lock) : std::nullopt;
    if (entry)
      choices_[process].push_back(*entry);
    else
      is_known = false;
  }
  if (!is_known) choices_[process].clear(), concludes_[process] = false;
  std::sort(choices_[process].begin(), choices_[process].end());
  for (std::uint32_t entry = begin_[process]; entry < begin_[process + 1]; ++entry) {
    const Entry &one = entries_[entry];
    const State state =
        evidence.windows[static_cast<std::size_t>(one.window)].locks[static_cast<std::size_t>(one.lock)].state;
    if (state == State::held || (state == State::either && is_known && !is_choice(entry))) known_.held[entry] = true;
  }
}

std::optional<std::uint32_t> LockOwners::find(std::uint32_t process, std::int32_t window, std::int32_t lock) const {
  const auto end = entries_.begin() + begin_[process + 1];
  const auto found = std::lower_bound(entries_.begin() + begin_[process], end, std::pair{window, lock},
                                      [](const Entry &entry, const std::pair<std::int32_t, std::int32_t> &at) {
                                        return std::pair{entry.window, entry.lock} < at;
                                      });
  if (found == end || found->window != window || found->lock != lock) return std::nullopt;
  return static_cast<std::uint32_t>(found - entries_.begin());
}

bool LockOwners::is_choice(std::uint32_t entry) const {
  const std::vector<std::uint32_t> &choices = choices_[entries_[entry].process];
  return std::binary_search(choices.begin(), choices.end(), entry);
}

// Returns the entries whose locks cannot be held at the same time as the lock of this entry. A lock of all targets
// conflicts with the lock of each target.
std::vector<std::uint32_t> LockOwners::conflicts(std::uint32_t entry, bool if_exclusive) const {
  const Entry &one = entries_[entry];
  const bool exclusive = one.exclusive || if_exclusive;
  std::vector<std::uint32_t> found;
  const auto add = [&](std::int32_t first, std::int32_t last) {
    const auto begin = std::lower_bound(by_place_.begin(), by_place_.end(), std::tie(one.communicator, first),
                                        [&](std::uint32_t other, const auto &at) {
                                          return std::tie(entries_[other].communicator, entries_[other].target) < at;
                                        });
    for (auto at = begin; at != by_place_.end(); ++at) {
      const Entry &other = entries_[*at];
      if (other.communicator != one.communicator || other.target > last) break;
      if (*at != entry && (exclusive || other.exclusive)) found.push_back(*at);
    }
  };
  if (one.target < 0) {
    add(-1, INT32_MAX);
  } else {
    add(-1, -1);
    add(one.target, one.target);
  }
  return found;
}

bool LockOwners::is_of_one_snapshot(std::uint32_t process, std::uint32_t other) const {
  const Evidence &a = evidence_[process], &b = evidence_[other];
  return a.instant == b.instant && (!a.instant || a.host == b.host);
}

bool LockOwners::hold(std::uint32_t first, Conclusions &known) const {
  std::vector<std::uint32_t> news{first};
  while (!news.empty()) {
    const std::uint32_t entry = news.back();
    news.pop_back();
    if (known.held[entry]) continue;
    known.held[entry] = true;
    const std::uint32_t owner = entries_[entry].process;
    if (!concludes_[owner]) continue;
    for (const std::uint32_t other : conflicts(entry)) {
      const std::uint32_t process = entries_[other].process;
      if (process == owner || !concludes_[process] || !is_of_one_snapshot(owner, process)) continue;
      if (known.held[other]) return false;
      if (!is_choice(other) || known.chosen[process] == other) continue;
      if (known.chosen[process] != none) return false;
      known.chosen[process] = other;
      for (const std::uint32_t rest : choices_[process])
        if (rest != other && entries_[rest].may_be_held) news.push_back(rest);
    }
  }
  return true;
}

bool LockOwners::choose(std::uint32_t entry, Conclusions &known) const {
  const std::uint32_t process = entries_[entry].process;
  if (known.chosen[process] != none) return known.chosen[process] == entry;
  known.chosen[process] = entry;
  for (const std::uint32_t rest : choices_[process])
    if (rest != entry && entries_[rest].may_be_held && !hold(rest, known)) return false;
  return !known.held[entry];
}

LockOwners::Answer LockOwners::owners(std::uint32_t entry, const Conclusions &known) const {
  const Entry &one = entries_[entry];
  const WindowLock &lock =
      evidence_[one.process].windows[static_cast<std::size_t>(one.window)].locks[static_cast<std::size_t>(one.lock)];
  Answer answer;
  const auto add = [&](const std::vector<std::uint32_t> &others) {
    for (const std::uint32_t other : others)
      if (known.held[other]) answer.owners.push_back(entries_[other].process);
  };
  add(conflicts(entry));
  if (answer.owners.empty() && !lock.type_known) {
    add(conflicts(entry, true));
    answer.inferred = true;
  }
  if (answer.owners.empty() && lock.type_known && !one.exclusive) {
    for (const std::uint32_t other : conflicts(entry))
      if (entries_[other].process != one.process) answer.before.push_back(entries_[other].process);
  }
  for (std::vector<std::uint32_t> *list : {&answer.owners, &answer.before}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return answer;
}

LockOwners::Answer LockOwners::in_the_way(std::uint32_t process, std::int32_t window, std::int32_t lock) const {
  const auto entry = find(process, window, lock);
  if (!entry) return {};
  const std::vector<std::uint32_t> &choices = choices_[process];
  if (!is_choice(*entry) || choices.size() == 1 || entries_.size() > most_entries) return owners(*entry, known_);
  Conclusions known = known_;
  if (choose(*entry, known)) return owners(*entry, known);
  // This lock is impossible as the one that the process waits for. If every other lock is impossible as well, the
  // snapshots do not fit together.
  const bool is_any = std::any_of(choices.begin(), choices.end(), [&](std::uint32_t other) {
    Conclusions of_other = known_;
    return other != *entry && choose(other, of_other);
  });
  return {!is_any, {}, false, {}};
}

}  // namespace mqs_shim::why
