#include "mqs_shim/job/why/graph/snapshots.h"

#include <algorithm>
#include <utility>

#include "mqs_shim/job/why/graph/roles.h"

namespace mqs_shim::why {

Snapshots::Snapshots(std::span<const Evidence> evidence, std::vector<bool> equal, const ProcessIndex &processes,
                     const CommunicatorIndex &communicators, const Messages &messages, const Wire &wire)
    : evidence_(evidence),
      equal_(std::move(equal)),
      processes_(processes),
      communicators_(communicators),
      wire_(wire),
      disagreements_(why::disagreements(evidence, processes, communicators, messages)) {}

Proof Snapshots::of(std::uint32_t process) const {
  if (process >= equal_.size() || !equal_[process]) return Proof::suspected;
  const Evidence &evidence = evidence_[process];
  if (!evidence.transport_empty.value_or(false) && !wire_.under_way(process).empty()) return Proof::suspected;
  // If the process has exited, or does nothing more, messages on their way to it do not weaken a proof.
  if (is_gone(evidence) || is_over(evidence)) return Proof::transport;
  if (!evidence.transport_empty) return Proof::looks;
  return *evidence.transport_empty ? Proof::transport : Proof::suspected;
}

Proof Snapshots::of(std::uint32_t one, std::uint32_t other, CommunicatorIndex::Id communicator) const {
  const auto accounted = [&](std::uint32_t process) {
    return accounts_for_messages(evidence_[process]) && communicators_.has(process, communicator);
  };
  if (communicator != CommunicatorIndex::unknown && accounted(one) && accounted(other)) return Proof::counters;
  return std::max(of(one), of(other));
}

// For windows in shared memory, a proof requires that both processes were held at one instant. Two equal looks prove
// nothing there, as a loop looks the same each time and nothing is counted. For other windows, counters of messages do
// not improve the proof: a message may be counted, but not processed by the window yet.
Proof Snapshots::of(std::uint32_t one, std::uint32_t other, const Window &window) const {
  const Evidence &a = evidence_[one], &b = evidence_[other];
  if (is_gone(a) || is_gone(b)) return std::max(of(one), of(other));
  if (!window.in_shared_memory) return std::max(of(one), of(other));
  return a.instant && a.instant == b.instant && a.host == b.host ? Proof::instant : Proof::suspected;
}

Proof Snapshots::of_all(CommunicatorIndex::Id communicator, const GlobalCommunicator &members) const {
  bool all_accounted = true;
  Proof worst = Proof::counters;
  const auto include = [&](std::uint32_t process) {
    all_accounted =
        all_accounted && accounts_for_messages(evidence_[process]) && communicators_.has(process, communicator);
    worst = std::max(worst, of(process));
  };
  if (!processes_.each(members.members, include) || !processes_.each(members.remote_members, include)) {
    return Proof::none;
  }
  return all_accounted ? Proof::counters : worst;
}

}  // namespace mqs_shim::why
