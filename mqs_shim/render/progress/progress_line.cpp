#include "mqs_shim/render/progress/progress_line.h"

#include <cmath>

#include "mqs_shim/job/why/graph/waits.h"
#include "mqs_shim/render/verdict/words/job_names.h"
#include "mqs_shim/render/verdict/words/verdict_titles.h"

namespace mqs_shim {

namespace {

std::string seconds_text(std::chrono::duration<double> time) {
  const std::int64_t tenths = std::llround(time.count() * 10);
  return std::to_string(tenths / 10) + (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10)) + " s";
}

std::string ranks_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " rank" : " ranks");
}

}  // namespace

std::string progress_line(const why::TwoLooks &looks, const why::Inquiry &inquiry, const why::Movements &movements,
                          std::chrono::duration<double> lasts) {
  const why::Waits waits(looks.second(), {});
  const JobNames names(waits);
  const auto named = [&](const std::vector<std::uint32_t> &ranks) {
    std::vector<why::ProcessId> ids;
    ids.reserve(ranks.size());
    for (const std::uint32_t rank : ranks) ids.push_back(looks.ranks()[rank].id);
    return names.ranks(ids);
  };
  const std::size_t moved = movements.moved.size(), all = looks.ranks().size();
  std::string line;
  if (moved != 0) {
    line = std::to_string(moved) + " of " + ranks_text(all) + (moved == 1 ? " has moved" : " have moved");
    const auto &still = movements.still;
    const auto &computing = movements.computing;
    if (!computing.empty()) line += "; " + named(computing) + (computing.size() == 1 ? " computes" : " compute");
    if (!still.empty()) line += "; " + named(still) + (still.size() == 1 ? " has not" : " have not");
  } else if (!movements.computing.empty()) {
    std::int64_t milliseconds = 0;
    for (const std::uint32_t rank : movements.computing) milliseconds += looks.ranks()[rank].processor_milliseconds;
    line = verdict_titles(inquiry, 0, {}).front().text + "; " + named(movements.computing) +
           (movements.computing.size() == 1 ? " has used " : " have used ") +
           seconds_text(std::chrono::milliseconds(milliseconds)) + " of processor time";
  } else if (movements.still.empty()) {
    line = "no rank of " + std::to_string(all) + " can be compared with the look before";
  } else {
    line = "nothing has moved for " + seconds_text(lasts) + " (" + ranks_text(all) + ")";
  }
  if (!movements.ended.empty())
    line += "; " + named(movements.ended) + (movements.ended.size() == 1 ? " has ended" : " have ended");
  if (!movements.unseen.empty() && !(moved == 0 && movements.computing.empty() && movements.still.empty()))
    line += "; " + named(movements.unseen) + " cannot be compared";
  return line;
}

}  // namespace mqs_shim
