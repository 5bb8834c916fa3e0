#include "mqs_shim/render/wording/contexts.h"

#include <algorithm>

#include "mqs_shim/render/blocks/rank_classes.h"
#include "mqs_shim/render/escape.h"

namespace mqs_shim {

namespace {

// These limit how many different communicators are stored for one context id, and how many of these a remark names.
constexpr std::size_t most_kept = 64, most_named = 4;

bool has_twins(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end();
}

}  // namespace

// Returns true if some process is a member of two of the communicators, as far as their members are known.
bool Contexts::overlap(const std::vector<Communicator> &communicators) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> found;  // by job and rank
  for (std::size_t index = 0; index < communicators.size(); ++index) {
    for (const ProcessName &member : communicators[index].identity.members) {
      if (found.try_emplace({member.job, member.rank}, index).first->second != index) return true;
    }
  }
  return false;
}

void Contexts::add(const ProcessReport &report, const std::vector<const CommunicatorRecord *> &communicators) {
  // If two targets have the same rank, only the first counts.
  if (report.world_rank < 0 || !seen_.emplace(report.job, report.world_rank).second) return;
  for (const CommunicatorRecord *communicator : communicators) {
    // Skips predefined communicators, as users know that MPI_COMM_SELF differs on each rank. Skips intercommunicators,
    // because a process has a rank in only one of their two groups.
    constexpr auto apart = MPIDBG_COMM_INFO_PREDEFINED | MPIDBG_COMM_INFO_INTERCOMM;
    if (communicator->context_id < 0 || communicator->rank < 0 || communicator->size <= 1 ||
        (communicator->flags & apart) != 0)
      continue;
    std::vector<Communicator> &known = contexts_[{report.job, communicator->context_id}];
    auto same = std::find_if(known.begin(), known.end(), [&](const Communicator &other) {
      return other.identity.name == communicator->name && other.identity.size == communicator->size &&
             other.identity.members == communicator->local_members;
    });
    if (same == known.end()) {
      if (known.size() == most_kept) continue;
      known.push_back({{communicator->name, communicator->size, communicator->local_members}, {}, {}});
      same = known.end() - 1;
    }
    same->ranks.push_back(report.world_rank);
    same->own_ranks.push_back(communicator->rank);
  }
}

// Returns true if the communicators with one context id are certainly not all the same communicator. Names alone prove
// nothing, as each rank may set its own name. Different members or sizes prove a difference, and so do two processes
// with the same rank. Disjoint groups, such as those of MPI_Comm_split, share a context id by design.
bool Contexts::are_different(const std::vector<Communicator> &communicators) {
  if (!overlap(communicators)) return false;
  std::vector<int> own_ranks;
  for (const Communicator &communicator : communicators) {
    const Identity &one = communicator.identity, &first = communicators.front().identity;
    if (one.size != first.size || one.members != first.members) return true;
    own_ranks.insert(own_ranks.end(), communicator.own_ranks.begin(), communicator.own_ranks.end());
  }
  return has_twins(std::move(own_ranks));
}

void Contexts::write(BlockOutput &output) const {
  for (const auto &[context, communicators] : contexts_) {
    if (!are_different(communicators)) continue;
    std::string text = "context " + std::to_string(context.second) + " is that of different communicators: ";
    for (std::size_t i = 0; i < communicators.size() && i < most_named; ++i) {
      const Communicator &one = communicators[i];
      if (i != 0) text += ", ";
      text += (one.identity.name.empty() ? "(unnamed)" : printable(one.identity.name)) + " (" +
              rank_set_text(one.ranks) + ')';
    }
    if (communicators.size() > most_named) text += " and others";
    write_property(output, text);
  }
}

}  // namespace mqs_shim
