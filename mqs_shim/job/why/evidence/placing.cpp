#include "mqs_shim/job/why/evidence/placing.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mqs_shim::why {

namespace {

// Maps the launcher's names of jobs to the numbers of the jobs; the number is not set if several jobs have the name.
using Numbers = std::map<std::string, std::optional<std::uint32_t>>;

Numbers numbers_of(std::span<const Evidence> evidence) {
  Numbers numbers;
  for (const Evidence &one : evidence) {
    if (!one.job_known) continue;
    const auto [known, is_new] = numbers.try_emplace(one.job_name, one.id.job);
    if (!is_new && known->second != one.id.job) known->second.reset();
  }
  return numbers;
}

bool is_earlier_look(const Evidence &earlier, const Evidence &one) {
  return earlier.job_known && earlier.pid == one.pid && earlier.target == one.target;
}

// Assigns the process to the job of `id`. Its waits for ranks of its own job get the number of the job as well, as the
// number was not known when these waits were found.
void place(Evidence &one, ProcessId id) {
  const std::uint32_t unknown = one.id.job;
  one.id = id;
  one.job_known = true;
  for (Thread &thread : one.threads) {
    for (Condition &condition : thread.conditions) {
      if (condition.kind != ConditionKind::members) continue;
      std::vector<MemberRun> runs = condition.processes.runs();
      for (MemberRun &run : runs) {
        if (run.first.job == unknown) run.first.job = id.job;
      }
      condition.processes = Members(runs);
    }
  }
}

}  // namespace

void place_unread(std::vector<Evidence> &evidence, std::span<const Evidence> before) {
  const Numbers numbers = numbers_of(evidence);
  for (Evidence &one : evidence) {
    if (one.job_known) continue;
    const auto earlier = std::find_if(before.begin(), before.end(),
                                      [&](const Evidence &candidate) { return is_earlier_look(candidate, one); });
    if (earlier != before.end()) {
      place(one, earlier->id);
      continue;
    }
    const auto number = numbers.find(one.job_name);
    if (number != numbers.end() && number->second) {
      place(one, {*number->second, one.id.rank});
    } else if (!numbers.empty()) {
      one.id = {};
      one.world_size = -1;
    }
  }
}

}  // namespace mqs_shim::why
