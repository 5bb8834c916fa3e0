#include "mqs_shim/render/wording/operation_lines.h"

#include <algorithm>

namespace mqs_shim {

namespace {

// Returns a copy of the operation in which the members that only -v shows have no value.
Operation shown_of(const Operation &operation) {
  Operation shown = operation;
  shown.request = shown.record = shown.buffer = shown.datatype = shown.waiter = {};
  shown.extra_text = 0;
  if ((operation.flags & MPIDBG_OP_OUT_OF_ORDER) == 0) shown.sequence = -1;
  return shown;
}

std::uint32_t hash_of(const Operation &operation, mpidbg_queue_t queue) {
  const auto peer = static_cast<std::uint32_t>(operation.world_rank), tag = static_cast<std::uint32_t>(operation.tag);
  std::uint64_t hash = std::uint64_t{peer} << 32 | tag;
  hash = (hash ^ operation.flags) * 0x9e3779b97f4a7c15u;
  hash = (hash ^ static_cast<std::uint64_t>(operation.bytes) ^ static_cast<std::uint64_t>(queue) << 32) *
         0x9e3779b97f4a7c15u;
  return static_cast<std::uint32_t>(hash >> 32);
}

}  // namespace

bool are_shown_alike(const Operation &one, const Operation &other) {
  return one.tag == other.tag && shown_of(one) == shown_of(other);
}

std::size_t OperationLines::find(const Operation &operation, mpidbg_queue_t queue, std::uint32_t hash) const {
  const std::size_t mask = places_.size() - 1;
  std::size_t place = hash & mask;
  for (; places_[place] != 0; place = (place + 1) & mask) {
    const OperationLine &line = lines_[places_[place] - 1];
    if (line.hash == hash && line.queue == queue && are_shown_alike(*line.operation, operation)) break;
  }
  return place;
}

void OperationLines::widen() {
  places_.assign(std::max<std::size_t>(64, 4 * places_.size()), 0);
  lines_.reserve(places_.size() / 2);
  const std::size_t mask = places_.size() - 1;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::size_t place = lines_[i].hash & mask;
    while (places_[place] != 0) place = (place + 1) & mask;
    places_[place] = static_cast<std::uint32_t>(i + 1);
  }
}

bool OperationLines::add(const Operation &operation, mpidbg_queue_t queue) {
  if (each_) {
    lines_.push_back({&operation, queue, 0});
    return true;
  }
  const std::uint32_t hash = hash_of(operation, queue);
  if (2 * lines_.size() >= places_.size()) widen();
  const std::size_t place = find(operation, queue, hash);
  if (places_[place] != 0) {
    ++lines_[places_[place] - 1].count;
    return false;
  }
  lines_.push_back({&operation, queue, hash});
  places_[place] = static_cast<std::uint32_t>(lines_.size());
  return true;
}

}  // namespace mqs_shim
