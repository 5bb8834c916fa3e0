#include "mpidbg/model/ucx/posted_receives.h"

#include <algorithm>
#include <functional>

namespace mpidbg::model::ucx {

namespace {

constexpr std::size_t most_masks = 1u << 3, most_classes = 1u << 2;

// Returns the index of a value in a small table of distinct values; nullopt if the table is full. A value that is not
// in the table is added.
template <class Value>
std::optional<std::uint32_t> number_in(std::vector<Value> &table, Value value, std::size_t most) {
  const auto found = std::find(table.begin(), table.end(), value);
  const auto number = static_cast<std::uint32_t>(found - table.begin());
  if (found != table.end()) return number;
  if (table.size() == most) return std::nullopt;
  table.push_back(value);
  return number;
}

}  // namespace

void PostedReceives::reserve(std::size_t count, std::uint64_t first_sequence) {
  entries.reserve(count);
  first_sequence_ = first_sequence;
}

void PostedReceives::add(const PooledReceive &receive, bool is_pooled) {
  Posted &posted = entries.emplace_back();
  posted.request = receive.request;
  posted.tag = receive.tag;
  const bool may_be_known = is_pooled && receive.contiguous && !receive.waited_on && !receive.complete;
  if (!may_be_known) return;
  const auto mask = number_in(masks_, receive.mask, most_masks);
  const auto object_class = number_in(classes_, receive.object_class, most_classes);
  if (!mask || !object_class) return;
  posted.user_data = receive.user_data;
  posted.buffer = receive.buffer;
  posted.bytes = receive.bytes;
  posted.sequence = receive.sequence - first_sequence_;
  posted.mask = *mask;
  posted.object_class = *object_class;
  posted.released = receive.released;
  posted.offloaded = receive.offloaded;
  posted.known = posted.bytes == receive.bytes && first_sequence_ + posted.sequence == receive.sequence;
}

std::optional<KnownReceive> PostedReceives::known(const Posted &posted) const {
  const std::less<const Posted *> is_before;
  const bool is_here = !is_before(&posted, entries.data()) && is_before(&posted, entries.data() + entries.size());
  if (!posted.known || !is_here) return std::nullopt;
  KnownReceive result;
  Receive &receive = result.receive;
  receive.request = posted.request;
  receive.user_data = posted.user_data;
  receive.tag = posted.tag;
  receive.released = posted.released;
  receive.offloaded = posted.offloaded;
  receive.mask = masks_[posted.mask];
  receive.sequence = first_sequence_ + posted.sequence;
  receive.payload = {posted.buffer, posted.bytes, {}};
  result.object_class = classes_[posted.object_class];
  return result;
}

}  // namespace mpidbg::model::ucx
