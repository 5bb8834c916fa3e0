#include "mqs_shim/render/verdict/words/verdict_titles.h"

#include <algorithm>
#include <map>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/verdict/words/why_title.h"

namespace mqs_shim {

using why::Finding;
using why::FindingKind;  // NOLINT(misc-unused-using-decls): used by "using enum"

namespace {

// Joins `next` to `finding` and returns true if the two are alike.
bool joins(Finding &finding, const Finding &next) {
  using enum FindingKind;
  const bool waits_alone =
      finding.kind == self_deadlock || finding.kind == waits_for_dead || finding.kind == waits_for_finalized;
  const auto same_lack = [](const auto &one, const auto &other) { return one.first == other.first; };
  if (!waits_alone || next.kind != finding.kind || next.proof != finding.proof || next.processes != finding.processes ||
      next.missing != finding.missing ||
      !std::equal(finding.lacks.begin(), finding.lacks.end(), next.lacks.begin(), next.lacks.end(), same_lack))
    return false;
  finding.agents.insert(finding.agents.end(), next.agents.begin(), next.agents.end());
  finding.behind.insert(finding.behind.end(), next.behind.begin(), next.behind.end());
  for (std::size_t i = 0; i < finding.lacks.size(); ++i) {
    std::vector<std::uint32_t> &processes = finding.lacks[i].second;
    processes.insert(processes.end(), next.lacks[i].second.begin(), next.lacks[i].second.end());
  }
  return true;
}

std::string title_of_moving(const why::Verdict &verdict, const WaitWords &words) {
  std::vector<std::uint32_t> moved;
  for (const why::Movement &movement : verdict.moved) moved.push_back(movement.process);
  return "MOVING: " + words.ranks_of(moved) + " made progress between the two looks";
}

std::string title_of_stopped(const WaitWords &words) {
  const std::span<const why::Evidence> all = words.waits().evidence();
  std::vector<std::uint32_t> stopped;
  for (std::uint32_t process = 0; process < all.size(); ++process) {
    if (all[process].stopped) stopped.push_back(process);
  }
  const bool is_one = words.are_one(stopped);
  return "WAITING: " + words.ranks_of(stopped) + (is_one ? " is" : " are") +
         " stopped until a signal or a debugger continues " + (is_one ? "it" : "them");
}

// Names the ranks whose waits cannot be seen.
std::string title_of_unseen(const why::Verdict &verdict, const WaitWords &words) {
  if (verdict.unseen.empty()) return "NOT ENOUGH INFORMATION: not all data of the ranks can be seen";
  std::map<std::string, std::vector<std::uint32_t>> calls;
  for (const std::uint32_t process : verdict.unseen) {
    const std::vector<why::Thread> &threads = words.waits().evidence()[process].threads;
    const auto unknown = std::find_if(threads.begin(), threads.end(), [](const why::Thread &thread) {
      return thread.activity == why::Activity::unknown && !thread.call.empty();
    });
    if (unknown == threads.end()) return "NOT ENOUGH INFORMATION: not all ranks can be seen";
    calls[unknown->call].push_back(process);
  }
  std::string text;
  for (const auto &[call, processes] : calls)
    text += (text.empty() ? "" : " and ") + printable(call) + " of " + words.ranks_of(processes);
  return "NOT ENOUGH INFORMATION: what " + text + (calls.size() == 1 ? " waits" : " wait") + " for cannot be seen";
}

}  // namespace

std::vector<Finding> joined_findings(const why::Verdict &verdict) {
  std::vector<Finding> joined;
  for (const Finding &finding : verdict.findings) {
    if (joined.empty() || !joins(joined.back(), finding)) joined.push_back(finding);
  }
  return joined;
}

std::string title_without_findings(const why::Verdict &verdict, const WaitWords &words) {
  switch (verdict.headline) {
    case why::Headline::unseen:
      return title_of_unseen(verdict, words);
    case why::Headline::missing:
      return "RANKS MISSING: no rank that was seen waits for anything that is not on its way";
    case why::Headline::stands_still:
      return "NOT ENOUGH INFORMATION: calls that should return stood still between the looks";
    case why::Headline::moves:
      return title_of_moving(verdict, words);
    case why::Headline::stopped:
      return title_of_stopped(words);
    case why::Headline::in_init:
      return "all ranks are in MPI_Init";
    case why::Headline::finding:
    case why::Headline::nothing:
      break;
  }
  return "no call of MPI waits for anything that is not on its way";
}

std::vector<VerdictTitle> verdict_titles(const why::Inquiry &inquiry, double seconds, const std::string &launcher) {
  const WaitWords words(inquiry.waits());
  std::vector<VerdictTitle> titles;
  for (const Finding &finding : joined_findings(inquiry.verdict())) {
    const auto [kind, sentence] = finding_title(inquiry.waits(), inquiry.verdict(), words, finding, launcher);
    const bool is_stuck = why::can_never_go_on(finding.kind);
    titles.push_back({kind + ": " + sentence, is_stuck ? proof_text(finding.proof, seconds) : std::string()});
  }
  if (titles.empty()) titles.push_back({title_without_findings(inquiry.verdict(), words), {}});
  return titles;
}

}  // namespace mqs_shim
