#include "mqs_shim/render/jobs_text.h"

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/rank_set.h"

namespace mqs_shim {

std::string jobs_text(const Jobs &jobs) {
  const auto ranks_text = [](const std::vector<int> &ranks) {
    return (ranks.size() == 1 ? "rank " : "ranks ") + compress_ranks(ranks);
  };
  std::string text = std::to_string(jobs.rolls().size()) + " jobs:\n";
  for (const auto &[job, roll] : jobs.rolls()) {
    text += "  job " + (job.name.empty() ? std::string("without a name") : printable(readable_name(job.name))) + ": ";
    text += ranks_text({roll.present.begin(), roll.present.end()});
    if (roll.size > 0) text += " of " + std::to_string(roll.size);
    if (const std::vector<int> missing = Jobs::missing(roll); !missing.empty()) {
      text += "; missing: " + ranks_text(missing);
    }
    text += '\n';
  }
  return text;
}

}  // namespace mqs_shim
