#include "mqs_shim/job/why/evidence/collective_names.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/job/why/evidence/identity.h"
#include "mqs_shim/records/call_alternatives.h"

namespace mqs_shim::why {

namespace {

using Names = std::vector<std::string_view>;

// Returns the names that are in both lists; nothing if there is none. An empty list stands for all names.
std::optional<Names> common_names(const Names &one, const Names &other) {
  if (one.empty() || other.empty()) return one.empty() ? other : one;
  Names both;
  std::copy_if(one.begin(), one.end(), std::back_inserter(both),
               [&](std::string_view name) { return std::find(other.begin(), other.end(), name) != other.end(); });
  if (both.empty()) return std::nullopt;
  return both;
}

// Returns true for names of functions that wait for members until they return. A nonblocking collective cannot be part
// of the same operation.
bool is_blocking(const Names &names) {
  return std::any_of(names.begin(), names.end(), [](std::string_view name) {
    return mpidbg::mpi_call(name).may_block() && !name.ends_with("_init");
  });
}

// Gives all members the names that are possible for all of them. Without an agreement, the name is only likely.
void agree(const std::vector<Collective *> &members) {
  std::optional<Names> common = Names();
  std::string likely;
  bool are_equal = true, are_certain = true;
  for (const Collective *member : members) {
    const Names names = certain_alternatives(member->name);
    are_equal = are_equal && member->name == members.front()->name;
    are_certain = are_certain && !names.empty();
    if (names.empty() && likely.empty()) likely = member->name;
    if (common) common = common_names(*common, names);
  }
  if (are_equal || !common) return;
  const std::string name = common->empty() ? likely : alternatives_text(*common, are_certain && common->size() > 1);
  for (Collective *member : members) member->name = name;
}

}  // namespace

bool may_have_same_name(const Collective &one, const Collective &other) {
  if (one.name == other.name) return true;
  const Names names = certain_alternatives(one.name), others = certain_alternatives(other.name);
  if (is_blocking(names) || is_blocking(others)) return false;
  return common_names(names, others).has_value();
}

void agree_on_names(std::vector<Evidence> &evidence) {
  const bool are_any = std::any_of(evidence.begin(), evidence.end(), [](const Evidence &one) {
    return std::any_of(one.schedules.begin(), one.schedules.end(),
                       [](const Schedule &schedule) { return !schedule.collective.name.empty(); });
  });
  if (!are_any) return;
  const CommunicatorIndex communicators(evidence);
  // The members of each collective, by its communicator and its number there.
  std::map<std::pair<CommunicatorIndex::Id, std::int64_t>, std::vector<Collective *>> members;
  for (std::size_t process = 0; process < evidence.size(); ++process) {
    for (Schedule &schedule : evidence[process].schedules) {
      const auto on = communicators.id(process, schedule.collective.communicator);
      if (on == CommunicatorIndex::unknown || !schedule.number) continue;
      members[{on, *schedule.number}].push_back(&schedule.collective);
    }
  }
  for (const auto &[place, collectives] : members) agree(collectives);
}

}  // namespace mqs_shim::why
