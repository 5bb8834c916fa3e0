#include "mqs_shim/job/why/looks.h"

#include <algorithm>
#include <tuple>

#include "mqs_shim/job/why/channels.h"
#include "mqs_shim/job/why/identity.h"

namespace mqs_shim::why {

namespace {

auto facts(const Operation &one) {
  return std::tie(one.kind, one.communicator, one.peer, one.tag, one.partitions_ready, one.context_id, one.bytes,
                  one.bytes_done, one.count, one.sequence, one.request);
}

// Those that are bits, which have no addresses.
auto bits(const Operation &one) {
  return std::tuple(one.any_tag, one.internal, one.synchronous, one.rendezvous, one.started, one.freed, one.idle,
                    one.perhaps_one_more, one.met_none);
}

auto facts(const Collective &one) {
  return std::tie(one.name, one.communicator, one.root, one.sequence, one.count);
}

bool same(const Rare<Collective> &one, const Rare<Collective> &other) {
  return one.has_value() == other.has_value() && (!one || facts(*one) == facts(*other));
}

bool same(const Operation &one, const Operation &other) {
  return facts(one) == facts(other) && bits(one) == bits(other);
}

bool same(const Communicator &one, const Communicator &other) {
  return one.context_id == other.context_id && one.handle == other.handle && one.members == other.members &&
         one.remote_members == other.remote_members && one.collectives == other.collectives;
}

bool same(const Schedule &one, const Schedule &other) {
  return facts(one.collective) == facts(other.collective) && one.operations == other.operations &&
         one.any == other.any && one.visible == other.visible && one.round == other.round &&
         one.rounds == other.rounds && one.request == other.request;
}

bool same(const Condition &one, const Condition &other) {
  return one.kind == other.kind && one.index == other.index && one.processes == other.processes &&
         one.lock == other.lock && one.of_file == other.of_file;
}

bool same(const WindowLock &one, const WindowLock &other) {
  return std::tie(one.target, one.exclusive, one.checked, one.state, one.ahead) ==
         std::tie(other.target, other.exclusive, other.checked, other.state, other.ahead);
}

bool same(const Channel &one, const Channel &other) {
  return std::tie(one.communicator, one.peer, one.sent, one.taken, one.early) ==
         std::tie(other.communicator, other.peer, other.sent, other.taken, other.early);
}

bool same(const Thread &one, const Thread &other);
bool same(const Window &one, const Window &other);

template <class T>
bool same_list(const std::vector<T> &one, const std::vector<T> &other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const T &a, const T &b) { return same(a, b); });
}

bool same(const Thread &one, const Thread &other) {
  return one.tid == other.tid && one.activity == other.activity && one.call == other.call &&
         one.inside == other.inside && one.system_call == other.system_call && one.call_frame == other.call_frame &&
         one.site == other.site && one.all == other.all && same_list(one.conditions, other.conditions) &&
         same(one.collective, other.collective);
}

bool same(const Window &one, const Window &other) {
  return one.handle == other.handle && one.communicator == other.communicator && one.started == other.started &&
         one.posts_arrived == other.posts_arrived && one.posted == other.posted &&
         one.completes_arrived == other.completes_arrived && one.posters == other.posters &&
         same_list(one.locks, other.locks);
}

// A message that is probed for before it is received moves nothing but the transport: no receive is posted for it.
bool probes_unseen(const Evidence &evidence, const Thread &thread) {
  if (evidence.transport_empty || thread.call_is_recorded()) return false;
  return std::any_of(thread.conditions.begin(), thread.conditions.end(), [&](const Condition &condition) {
    return condition.kind == ConditionKind::operation &&
           evidence.operations[static_cast<std::size_t>(condition.index)].kind == OperationKind::probe;
  });
}

constexpr Change all_changes[] = {Change::state,         Change::calls,   Change::operations, Change::schedules,
                                  Change::communicators, Change::windows, Change::counters};

bool differs(const Evidence &first, const Evidence &second, Change in) {
  switch (in) {
    case Change::state:
      return first.state != second.state || first.pid != second.pid;
    case Change::calls:
      return !same_list(first.threads, second.threads);
    case Change::operations:
      return !same_list(first.operations, second.operations);
    case Change::schedules:
      return !same_list(first.schedules, second.schedules);
    case Change::communicators:
      return !same_list(first.communicators, second.communicators);
    case Change::windows:
      return first.windows_known && second.windows_known && !same_list(first.windows, second.windows);
    case Change::counters:
      return !same_list(first.channels, second.channels) || first.progress_counters != second.progress_counters;
  }
  return false;
}

}  // namespace

bool leaves_traces(const Evidence &evidence) {
  const bool is_unseen =
      !evidence.counts && std::any_of(evidence.threads.begin(), evidence.threads.end(),
                                      [&](const Thread &thread) { return probes_unseen(evidence, thread); });
  if (is_unseen) return false;
  return is_gone(evidence) || evidence.counts || !evidence.progress_counters.empty();
}

std::optional<Change> change_of(const Evidence &first, const Evidence &second) {
  for (const Change change : all_changes) {
    if (differs(first, second, change)) return change;
    if (is_gone(second)) break;
  }
  return std::nullopt;
}

std::vector<Change> changes_of(const Evidence &first, const Evidence &second) {
  std::vector<Change> changes;
  for (const Change change : all_changes) {
    if (differs(first, second, change)) changes.push_back(change);
    if (is_gone(second)) break;
  }
  return changes;
}

Looks compare(std::span<const Evidence> first, std::span<const Evidence> second) {
  const ProcessIndex earlier(first);
  Looks looks;
  looks.equal.assign(second.size(), false);
  for (std::uint32_t process = 0; process < second.size(); ++process) {
    const auto same_process = earlier.find(second[process].id);
    if (!same_process) continue;
    if (const auto change = change_of(first[*same_process], second[process])) {
      looks.moved.push_back({process, *change});
    } else {
      looks.equal[process] = !second[process].is_core && leaves_traces(second[process]);
    }
  }
  return looks;
}

}  // namespace mqs_shim::why
