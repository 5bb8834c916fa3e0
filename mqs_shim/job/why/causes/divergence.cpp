#include "mqs_shim/job/why/causes/divergence.h"

#include <algorithm>
#include <map>

namespace mqs_shim::why {

namespace {

bool same_function(const Site &one, const Site &other) {
  return one.function == other.function && one.module == other.module;
}

bool same_place(const Site &one, const Site &other) {
  return in_source(one) == in_source(other);
}

// Returns the thread of the process that is in a blocking collective on the communicator, or else its first thread;
// null if it has none.
const Thread *thread_of(const Waits &waits, std::uint32_t process, CommunicatorIndex::Id communicator) {
  const Evidence &evidence = waits.evidence()[process];
  for (const Entry &entry : waits.collectives().of(communicator, process)) {
    if (!entry.schedule) return &evidence.threads[entry.agent];
  }
  return evidence.threads.empty() ? nullptr : &evidence.threads.front();
}

using Group = std::vector<std::uint32_t>;

// Adds the members that are in no collective on the communicator. Each call and place in the program gets one group.
void add_absent(const Waits &waits, const Participation &roll, std::vector<Group> &groups) {
  std::map<std::pair<std::string, Site>, Group> by_place;
  for (const std::uint32_t process : roll.absent) {
    const Thread *thread = thread_of(waits, process, roll.communicator);
    by_place[thread == nullptr ? std::pair<std::string, Site>{} : std::pair{thread->call, in_source(thread->site)}]
        .push_back(process);
  }
  for (auto &[place, group] : by_place) groups.push_back(std::move(group));
}

// Returns those processes of `group` whose frame number `depth` is at `place`. The members of one collective may have
// called it at several places.
Group those_at(const Waits &waits, CommunicatorIndex::Id communicator, const Group &group, std::size_t depth,
               const Site &place) {
  Group found;
  for (const std::uint32_t process : group) {
    const Thread *thread = thread_of(waits, process, communicator);
    if (thread != nullptr && depth < thread->path.size() && same_place(thread->path[depth], place))
      found.push_back(process);
  }
  return found;
}

}  // namespace

std::optional<Divergence> where_paths_diverge(const std::vector<Site> &one, const std::vector<Site> &other) {
  const std::size_t depth = std::min(one.size(), other.size());
  for (std::size_t frame = 0; frame < depth; ++frame) {
    // The same place has called different functions, for example through a pointer.
    if (!same_function(one[frame], other[frame])) return std::nullopt;
    if (!same_place(one[frame], other[frame])) return Divergence{frame, one[frame], other[frame]};
  }
  return std::nullopt;
}

bool came_the_same_way(const Thread &one, const Thread &other) {
  const auto functions = [](const Thread &thread) {
    std::vector<std::string> names;
    for (const Site &site : thread.path) names.push_back(site.function);
    if (names.empty() && !thread.site.function.empty()) names.push_back(thread.site.function);
    return names;
  };
  const std::vector<std::string> ones = functions(one), others = functions(other);
  return ones.empty() || others.empty() || ones == others;
}

std::vector<Outliers> find_outliers(const Waits &waits, const std::vector<Participation> &rolls) {
  std::vector<Outliers> found;
  for (const Participation &roll : rolls) {
    std::vector<Group> groups;
    for (const ParticipationGroup &group : roll.groups) groups.push_back(group.processes);
    add_absent(waits, roll, groups);
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group &one, const Group &other) { return one.size() < other.size(); });
    const bool has_most =
        groups.size() == 2 || (groups.size() > 2 && groups.back().size() > groups[groups.size() - 2].size());
    if (!has_most) continue;
    const Group &most = groups.back();
    const Thread *usual = thread_of(waits, most.front(), roll.communicator);
    for (std::size_t index = 0; index + 1 < groups.size() && index < most_outliers; ++index) {
      const bool is_done = std::all_of(groups[index].begin(), groups[index].end(), [&](std::uint32_t process) {
        return std::binary_search(roll.not_awaited.begin(), roll.not_awaited.end(), process);
      });
      if (is_done) continue;
      const Thread *thread = thread_of(waits, groups[index].front(), roll.communicator);
      std::optional<Divergence> divergence;
      if (thread != nullptr && usual != nullptr) divergence = where_paths_diverge(thread->path, usual->path);
      Outliers &outliers = found.emplace_back(Outliers{roll.communicator, groups[index], most, divergence, {}, {}});
      if (!divergence) continue;
      outliers.at_one = those_at(waits, roll.communicator, groups[index], divergence->depth, divergence->one);
      outliers.at_other = those_at(waits, roll.communicator, most, divergence->depth, divergence->other);
    }
  }
  return found;
}

}  // namespace mqs_shim::why
