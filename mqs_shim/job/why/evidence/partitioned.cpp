#include "mqs_shim/job/why/evidence/partitioned.h"

#include <algorithm>

namespace mqs_shim::why {

namespace {

// Returns true if a partitioned receive may have matched the send. In MPICH, the message with which the receiver
// reports that it has started is counted like a partition.
bool has_met_receiver(const Operation &send) {
  return send.started || send.perhaps_one_more || send.partitions_ready <= 0;
}

// Returns true if a send and a receive are known to have different tags.
bool tags_differ(const Operation &one, const Operation &other, Partitioned::Unmet unmet) {
  if (one.tag_known && other.tag_known) return one.tag != other.tag;
  const Operation &receive = one.kind == OperationKind::partitioned_receive ? one : other;
  return receive.met_none && unmet == Partitioned::Unmet::differ;
}

}  // namespace

Partitioned::Partitioned(std::span<const Evidence> evidence, const ProcessIndex &processes,
                         const CommunicatorIndex &communicators)
    : evidence_(evidence), processes_(processes), communicators_(communicators) {
  for (std::uint32_t process = 0; process < evidence.size(); ++process) {
    const std::vector<Operation> &operations = evidence[process].operations;
    for (std::uint32_t index = 0; index < operations.size(); ++index) {
      if (!is_partitioned(operations[index].kind)) continue;
      operations_.resize(evidence.size());
      operations_[process].push_back(index);
    }
  }
}

std::vector<std::uint32_t> Partitioned::opposite(std::uint32_t process, const Operation &operation) const {
  std::vector<std::uint32_t> found;
  if (!operation.peer) return found;
  const auto peer = processes_.find(*operation.peer);
  const auto communicator = communicators_.id(process, operation.communicator);
  if (!peer || *peer >= operations_.size()) return found;
  for (const std::uint32_t index : operations_[*peer]) {
    const Operation &other = evidence_[*peer].operations[index];
    if (other.kind == operation.kind || other.peer != evidence_[process].id) continue;
    if (communicators_.id(*peer, other.communicator) != communicator) continue;
    found.push_back(index);
  }
  return found;
}

std::vector<const Operation *> Partitioned::other_sides(std::uint32_t process, const Operation &operation,
                                                        Unmet unmet) const {
  std::vector<const Operation *> found;
  const std::vector<std::uint32_t> all = opposite(process, operation);
  if (all.empty()) return found;
  const std::vector<Operation> &theirs = evidence_[*processes_.find(*operation.peer)].operations;
  for (const std::uint32_t index : all) {
    if (!tags_differ(operation, theirs[index], unmet)) found.push_back(&theirs[index]);
  }
  return found;
}

std::optional<std::uint32_t> Partitioned::with_another_tag(std::uint32_t process, const Operation &operation) const {
  const std::vector<std::uint32_t> all = opposite(process, operation);
  if (all.empty() || !other_sides(process, operation).empty()) return std::nullopt;
  const std::vector<Operation> &theirs = evidence_[*processes_.find(*operation.peer)].operations;
  std::optional<std::uint32_t> found;
  for (const std::uint32_t index : all) {
    const Operation &other = theirs[index];
    const Operation &send = other.kind == OperationKind::partitioned_send ? other : operation;
    if (other.idle || other.started || (!send.tag_known && has_met_receiver(send))) continue;
    if (found) return std::nullopt;
    found = index;
  }
  return found;
}

const Operation *Partitioned::other_side(std::uint32_t process, const Operation &operation) const {
  const auto found = other_sides(process, operation);
  return found.size() == 1 ? found.front() : nullptr;
}

PartitionedNeed Partitioned::need(std::uint32_t process, const Operation &operation, Unmet unmet) const {
  const auto others = other_sides(process, operation, unmet);
  const bool moves = operation.started ||
                     std::any_of(others.begin(), others.end(), [](const Operation *other) { return other->started; });
  if (moves) return PartitionedNeed::nobody;
  const auto is_marked = [](const Operation &send) {
    return !send.idle && !send.perhaps_one_more && send.partitions_ready == send.partitions;
  };
  if (operation.kind == OperationKind::partitioned_receive) {
    const bool has_all = others.size() == 1 && is_marked(*others.front());
    return has_all ? PartitionedNeed::nobody : PartitionedNeed::peer;
  }
  if (operation.partitions_ready < 0) return PartitionedNeed::either;
  const std::int32_t at_most = operation.partitions_ready + (operation.perhaps_one_more ? 1 : 0);
  if (at_most < operation.partitions) return PartitionedNeed::own_program;
  if (!operation.perhaps_one_more) {
    const bool has_started = others.size() == 1 && !others.front()->idle;
    return has_started ? PartitionedNeed::nobody : PartitionedNeed::peer;
  }
  if (others.size() != 1) return PartitionedNeed::either;
  return others.front()->idle ? PartitionedNeed::peer : PartitionedNeed::own_program;
}

bool Partitioned::is_introduction(std::uint32_t receiver, const Operation &message) const {
  if (!message.peer) return false;
  const auto sender = processes_.find(*message.peer);
  if (!sender || *sender >= operations_.size()) return false;
  const auto communicator = communicators_.id(receiver, message.communicator);
  return std::any_of(operations_[*sender].begin(), operations_[*sender].end(), [&](std::uint32_t index) {
    const Operation &send = evidence_[*sender].operations[index];
    return send.kind == OperationKind::partitioned_send && send.tag_known && send.tag == message.tag &&
           send.peer == evidence_[receiver].id && communicators_.id(*sender, send.communicator) == communicator;
  });
}

}  // namespace mqs_shim::why
