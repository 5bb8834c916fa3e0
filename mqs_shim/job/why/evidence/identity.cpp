#include "mqs_shim/job/why/evidence/identity.h"

#include <algorithm>
#include <unordered_map>

namespace mqs_shim::why {

namespace {

// A walk over a list of members stops after this many times the number of processes with evidence.
constexpr std::size_t most_repetitions = 8;

struct Key {
  std::int64_t context_id = -1;
  Members members, remote_members;
  bool operator==(const Key &) const = default;
};

struct KeyHash {
  std::size_t operator()(const Key &key) const {
    const MembersHash hash;
    return hash(key.members) * 31 + hash(key.remote_members) * 17 + static_cast<std::size_t>(key.context_id);
  }
};

// Returns a key that is equal for all processes that have the communicator: the two groups of an intercommunicator are
// put into the same order on both sides.
Key key_of(const Communicator &communicator) {
  Key key{communicator.context_id, communicator.members, communicator.remote_members};
  if (!key.remote_members.empty() && key.remote_members.runs() < key.members.runs()) {
    std::swap(key.members, key.remote_members);
  }
  return key;
}

}  // namespace

ProcessIndex::ProcessIndex(std::span<const Evidence> evidence) {
  sorted_.reserve(evidence.size());
  for (std::uint32_t process = 0; process < evidence.size(); ++process) {
    if (evidence[process].id.rank < 0) {
      ambiguous_.push_back(process);
    } else {
      sorted_.emplace_back(evidence[process].id, process);
    }
  }
  std::sort(sorted_.begin(), sorted_.end());
  for (std::size_t i = 1; i < sorted_.size(); ++i) {
    if (sorted_[i].first != sorted_[i - 1].first) continue;
    if (i == 1 || sorted_[i - 2].first != sorted_[i].first) ambiguous_.push_back(sorted_[i - 1].second);
    ambiguous_.push_back(sorted_[i].second);
  }
  std::sort(ambiguous_.begin(), ambiguous_.end());
}

std::optional<std::uint32_t> ProcessIndex::find(ProcessId process) const {
  const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair{process, std::uint32_t{0}});
  if (found == sorted_.end() || found->first != process) return std::nullopt;
  return found->second;
}

bool ProcessIndex::each(const Members &members, const std::function<void(std::uint32_t)> &visit) const {
  return each_while(members, [&](std::uint32_t process) {
    visit(process);
    return true;
  });
}

bool ProcessIndex::each_while(const Members &members, const std::function<bool(std::uint32_t)> &visit) const {
  std::size_t steps = 0;
  for (const MemberRun &run : members.runs()) {
    const std::int64_t first = run.first.rank, last = first + std::int64_t{run.stride} * (run.count - 1);
    const std::int64_t low = std::max<std::int64_t>(std::min(first, last), 0);
    const std::int64_t high = std::min<std::int64_t>(std::max(first, last), INT32_MAX);
    if (low > high) continue;
    const std::int64_t stride = std::max<std::int64_t>(std::abs(std::int64_t{run.stride}), 1);
    auto at = std::lower_bound(sorted_.begin(), sorted_.end(),
                               std::pair{ProcessId{run.first.job, static_cast<std::int32_t>(low)}, std::uint32_t{0}});
    for (; at != sorted_.end() && at->first.job == run.first.job && at->first.rank <= high; ++at) {
      if (++steps > most_repetitions * (sorted_.size() + 1)) return false;
      if ((at->first.rank - first) % stride == 0 && !visit(at->second)) return true;
    }
  }
  return true;
}

CommunicatorIndex::CommunicatorIndex(std::span<const Evidence> evidence) {
  std::unordered_map<Key, Id, KeyHash> known;
  begin_.reserve(evidence.size() + 1);
  begin_.push_back(0);
  for (std::uint32_t process = 0; process < evidence.size(); ++process) {
    const std::vector<Communicator> &communicators = evidence[process].communicators;
    for (std::uint32_t index = 0; index < communicators.size(); ++index) {
      const Communicator &one = communicators[index];
      if (one.context_id < 0 || !one.members_known || one.members.empty()) {
        ids_.push_back(unknown);
        continue;
      }
      Key key = key_of(one);
      const auto [found, is_new] = known.try_emplace(key, static_cast<Id>(all_.size()));
      if (is_new) all_.push_back({process, index, std::move(key.members), std::move(key.remote_members), 0});
      ids_.push_back(found->second);
    }
    begin_.push_back(ids_.size());
  }
  sorted_ = ids_;
  for (std::size_t process = 0; process < evidence.size(); ++process) {
    const auto begin = sorted_.begin() + static_cast<std::ptrdiff_t>(begin_[process]);
    const auto end = sorted_.begin() + static_cast<std::ptrdiff_t>(begin_[process + 1]);
    std::sort(begin, end);
    for (auto id = begin; id != end; ++id) {
      if (*id != unknown && (id == begin || *id != *(id - 1))) ++all_[*id].present;
    }
  }
}

CommunicatorIndex::Id CommunicatorIndex::id(std::size_t process, std::int32_t index) const {
  const std::size_t begin = begin_[process], size = begin_[process + 1] - begin;
  return index < 0 || static_cast<std::size_t>(index) >= size ? unknown : ids_[begin + static_cast<std::size_t>(index)];
}

bool CommunicatorIndex::has(std::size_t process, Id id) const {
  const auto begin = sorted_.begin() + static_cast<std::ptrdiff_t>(begin_[process]);
  const auto end = sorted_.begin() + static_cast<std::ptrdiff_t>(begin_[process + 1]);
  return std::binary_search(begin, end, id);
}

}  // namespace mqs_shim::why
