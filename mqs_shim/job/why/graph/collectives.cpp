#include "mqs_shim/job/why/graph/collectives.h"

#include <algorithm>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/job/why/evidence/collective_names.h"

namespace mqs_shim::why {

Needs needs_of(const Collective &collective, std::optional<std::int64_t> rank, bool is_intercommunicator) {
  if (is_intercommunicator || collective.count == 0) return Needs::some;
  const mpidbg::MpiCall call = mpidbg::mpi_call(collective.name);
  const mpidbg::DataFlow data = call.data;
  // A collective that waits for another job makes a communicator with it, of which all members are a part.
  if (data == mpidbg::DataFlow::all_to_all || call.wait == mpidbg::CallWait::outside) return Needs::all;
  if (!collective.root || !rank) return Needs::some;
  const bool is_root = *collective.root == *rank;
  if (!is_root && data == mpidbg::DataFlow::from_root) return Needs::root;
  if (is_root && data == mpidbg::DataFlow::to_root) return Needs::all;
  return Needs::some;
}

std::vector<std::int32_t> intercommunicators_around(const Evidence &evidence, std::int32_t communicator) {
  const auto count = static_cast<std::int32_t>(evidence.communicators.size());
  const auto is_it = [&](const auto &object) { return object.communicator == communicator; };
  if (communicator < 0 || communicator >= count ||
      std::any_of(evidence.windows.begin(), evidence.windows.end(), is_it) ||
      std::any_of(evidence.files.begin(), evidence.files.end(), is_it))
    return {};
  const Communicator &one = evidence.communicators[static_cast<std::size_t>(communicator)];
  std::vector<std::int32_t> found;
  for (std::int32_t index = 0; one.internal && one.remote_members.empty() && index < count; ++index) {
    const Communicator &other = evidence.communicators[static_cast<std::size_t>(index)];
    if (!other.internal && !other.remote_members.empty() && other.members == one.members) found.push_back(index);
  }
  return found;
}

bool can_be_same(const Collective &one, const Collective &other) {
  return may_have_same_name(one, other) && (!one.root || !other.root || one.root == other.root) &&
         (!one.sequence || !other.sequence || one.sequence == other.sequence);
}

const Collective &Entry::of(std::span<const Evidence> evidence) const {
  return schedule ? evidence[process].schedules[agent].collective : *evidence[process].threads[agent].collective;
}

Collectives::Collectives(std::span<const Evidence> evidence, const CommunicatorIndex &communicators)
    : evidence_(evidence), communicators_(communicators) {
  const auto add = [&](const Collective &collective, Entry entry) {
    entry.communicator = communicators.id(entry.process, collective.communicator);
    if (entry.communicator != CommunicatorIndex::unknown) entries_.push_back(entry);
  };
  for (std::uint32_t process = 0; process < evidence.size(); ++process) {
    const Evidence &one = evidence[process];
    for (std::uint32_t thread = 0; thread < one.threads.size(); ++thread) {
      if (one.threads[thread].collective) add(*one.threads[thread].collective, {0, process, thread, false});
    }
    for (std::uint32_t schedule = 0; schedule < one.schedules.size(); ++schedule) {
      if (!one.schedules[schedule].part_of_call) add(one.schedules[schedule].collective, {0, process, schedule, true});
    }
  }
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry &one, const Entry &other) {
    return one.communicator != other.communicator ? one.communicator < other.communicator : one.process < other.process;
  });
}

bool Collectives::is_part_of_call(const Entry &entry) const {
  if (!entry.schedule || !entry.of(evidence_).name.empty()) return false;
  const auto all = of(entry.communicator, entry.process);
  return std::any_of(all.begin(), all.end(), [](const Entry &other) { return !other.schedule; });
}

std::span<const Entry> Collectives::on(CommunicatorIndex::Id communicator) const {
  const auto [begin, end] =
      std::equal_range(entries_.begin(), entries_.end(), Entry{communicator, 0, 0, false},
                       [](const Entry &one, const Entry &other) { return one.communicator < other.communicator; });
  return {begin, end};
}

std::span<const Entry> Collectives::of(CommunicatorIndex::Id communicator, std::uint32_t process) const {
  const auto [begin, end] = std::equal_range(entries_.begin(), entries_.end(), Entry{communicator, process, 0, false},
                                             [](const Entry &one, const Entry &other) {
                                               return one.communicator != other.communicator
                                                          ? one.communicator < other.communicator
                                                          : one.process < other.process;
                                             });
  return {begin, end};
}

std::optional<std::int64_t> Collectives::entered_on(CommunicatorIndex::Id communicator, std::uint32_t process) const {
  const std::vector<Communicator> &all = evidence_[process].communicators;
  for (std::size_t index = 0; index < all.size(); ++index) {
    if (all[index].collectives && communicators_.id(process, static_cast<std::int32_t>(index)) == communicator)
      return all[index].collectives;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> Collectives::not_started_on(CommunicatorIndex::Id communicator, std::uint32_t process,
                                                         const std::optional<std::int64_t> &number) const {
  if (!evidence_[process].inactive) return std::nullopt;
  const std::vector<Operation> &all = *evidence_[process].inactive;
  for (std::uint32_t index = 0; index < all.size(); ++index) {
    if (all[index].kind != OperationKind::collective || all[index].sequence != number.value_or(-1)) continue;
    if (communicators_.id(process, all[index].communicator) == communicator) return index;
  }
  return std::nullopt;
}

std::optional<std::int64_t> Collectives::begun_on(CommunicatorIndex::Id communicator, std::uint32_t process) const {
  const std::vector<Communicator> &all = evidence_[process].communicators;
  for (std::size_t index = 0; index < all.size(); ++index) {
    const bool is_counted = all[index].nonblocking_collectives >= 0;
    if (is_counted && communicators_.id(process, static_cast<std::int32_t>(index)) == communicator)
      return all[index].nonblocking_collectives;
  }
  return std::nullopt;
}

bool Collectives::is_busy(const Collective &collective, CommunicatorIndex::Id communicator,
                          std::uint32_t process) const {
  const std::span<const Entry> entries = of(communicator, process);
  return std::any_of(entries.begin(), entries.end(), [&](const Entry &entry) {
    return !entry.schedule && evidence_[process].threads[entry.agent].activity == Activity::runs &&
           can_be_same(entry.of(evidence_), collective);
  });
}

bool Collectives::may_be_in(const Collective &collective, std::uint32_t process) const {
  const std::vector<Thread> &threads = evidence_[process].threads;
  return std::any_of(threads.begin(), threads.end(), [&](const Thread &thread) {
    return thread.collective && can_be_same(*thread.collective, collective) &&
           communicators_.id(process, thread.collective->communicator) == CommunicatorIndex::unknown;
  });
}

Entered Collectives::entered(const Collective &collective, CommunicatorIndex::Id communicator,
                             std::uint32_t process) const {
  std::optional<std::int64_t> last;  // number of the last collective that it has entered
  bool other_of_same_number = false;
  for (const Entry &entry : of(communicator, process)) {
    const Collective &one = entry.of(evidence_);
    if (can_be_same(one, collective)) return Entered::yes;
    if (one.sequence) last = std::max(last.value_or(0), *one.sequence);
    if (one.sequence && one.sequence == collective.sequence) other_of_same_number = true;
  }
  if (!collective.sequence) return Entered::not_seen;
  if (const auto counted = entered_on(communicator, process)) last = std::max(last.value_or(0), *counted);
  if (other_of_same_number) return Entered::no;
  if (!last) return Entered::not_seen;
  return *last >= *collective.sequence ? Entered::yes : Entered::no;
}

}  // namespace mqs_shim::why
