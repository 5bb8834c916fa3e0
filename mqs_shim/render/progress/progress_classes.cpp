#include "mqs_shim/render/progress/progress_classes.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "mqs_shim/job/why/graph/waits.h"
#include "mqs_shim/render/verdict/words/activity_words.h"

namespace mqs_shim {

using why::Change;
using why::Pace;

std::string_view pace_term(Pace pace) {
  switch (pace) {
    case Pace::still:
      return "still";
    case Pace::unclear:
      return "unclear";
    case Pace::slow:
      return "slow";
    case Pace::live:
      return "live";
    case Pace::computes:
      return "computes";
    case Pace::outside:
      return "outside";
    case Pace::stopped:
      return "stopped";
    case Pace::ended:
      return "ended";
    case Pace::replaced:
      return "replaced";
    case Pace::unseen:
      return "unseen";
    case Pace::left:
      return "left";
    case Pace::joined:
      return "joined";
  }
  return {};
}

std::string_view change_term(Change change) {
  switch (change) {
    case Change::state:
      return "state";
    case Change::calls:
      return "calls";
    case Change::operations:
      return "operations";
    case Change::schedules:
      return "schedules";
    case Change::communicators:
      return "communicators";
    case Change::windows:
      return "windows";
    case Change::counters:
      return "counters";
  }
  return {};
}

std::vector<ProgressClass> progress_classes(const why::TwoLooks &looks, bool each) {
  const why::Waits first(looks.first(), {}), second(looks.second(), {});
  const auto activity = [](const why::Waits &waits, const std::optional<std::uint32_t> &process) {
    return process ? process_activity(waits, *process) : std::string();
  };
  std::vector<ProgressClass> classes;
  std::map<std::tuple<Pace, std::string, std::string, std::vector<Change>>, std::size_t> known;
  for (std::uint32_t index = 0; index < looks.ranks().size(); ++index) {
    const why::RankProgress &rank = looks.ranks()[index];
    ProgressClass of_rank{rank.pace, rank.changes, activity(first, rank.first), activity(second, rank.second), {}, 0,
                          0};
    const auto [place, is_new] =
        known.emplace(std::tuple(of_rank.pace, of_rank.first, of_rank.second, of_rank.changes), classes.size());
    if (is_new || each) {
      place->second = classes.size();
      classes.push_back(std::move(of_rank));
    }
    ProgressClass &all = classes[place->second];
    all.ranks.push_back(index);
    if (all.ranks.size() == 1) all.least_milliseconds = rank.processor_milliseconds;
    all.least_milliseconds = std::min(all.least_milliseconds, rank.processor_milliseconds);
    all.most_milliseconds = std::max(all.most_milliseconds, rank.processor_milliseconds);
  }
  std::stable_sort(classes.begin(), classes.end(),
                   [](const ProgressClass &a, const ProgressClass &b) { return a.pace < b.pace; });
  return classes;
}

}  // namespace mqs_shim
