#include "mqs_shim/job/why/placing.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace mqs_shim::why {

namespace {

// Nothing if several jobs have the name.
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

}  // namespace

void place_unread(std::vector<Evidence> &evidence, std::span<const Evidence> before) {
  const Numbers numbers = numbers_of(evidence);
  for (Evidence &one : evidence) {
    if (one.job_known) continue;
    const auto earlier = std::find_if(before.begin(), before.end(),
                                      [&](const Evidence &candidate) { return is_earlier_look(candidate, one); });
    if (earlier != before.end()) {
      one.id = earlier->id;
      one.job_known = true;
      continue;
    }
    const auto number = numbers.find(one.job_name);
    if (number != numbers.end() && number->second) {
      one.id.job = *number->second;
      one.job_known = true;
    } else if (!numbers.empty()) {
      one.id = {};
      one.world_size = -1;
    }
  }
}

}  // namespace mqs_shim::why
