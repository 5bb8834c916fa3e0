#include "mqs_shim/render/verdict/words/missing_words.h"

#include <algorithm>

#include "mqs_shim/render/escape.h"

namespace mqs_shim {

namespace {

bool would_be_below(const why::Waits &waits, const std::vector<why::ProcessId> &missing, const std::string &launcher) {
  const auto has_others_below = [&](why::ProcessId id) {
    return std::any_of(waits.evidence().begin(), waits.evidence().end(),
                       [&](const why::Evidence &other) { return other.id.job == id.job && other.id.rank >= 0; });
  };
  return !launcher.empty() && std::all_of(missing.begin(), missing.end(), has_others_below);
}

}  // namespace

std::string missing_text(const why::Waits &waits, const std::vector<why::ProcessId> &missing,
                         const std::string &launcher) {
  if (would_be_below(waits, missing, launcher)) return "not below " + printable(launcher);
  const bool any_unknown = std::any_of(waits.evidence().begin(), waits.evidence().end(),
                                       [](const why::Evidence &one) { return one.id.rank < 0; });
  return any_unknown ? "not among the targets whose rank is known" : "not among the targets";
}

std::string missing_with_reason(const why::Waits &waits, const std::vector<why::ProcessId> &missing,
                                const std::string &launcher) {
  const std::string text = missing_text(waits, missing, launcher);
  if (!would_be_below(waits, missing, launcher)) return text;
  return text +
         (missing.size() == 1 ? ": it has ended, or is on another node" : ": they have ended, or are on other nodes");
}

}  // namespace mqs_shim
