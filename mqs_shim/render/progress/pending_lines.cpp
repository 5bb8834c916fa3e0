#include "mqs_shim/render/progress/pending_lines.h"

#include <map>

#include "mqs_shim/job/why/graph/waits.h"
#include "mqs_shim/render/verdict/words/job_names.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_lines = 8;

bool is_pending(const why::Operation &operation) {
  const bool is_one = operation.kind == why::OperationKind::receive || operation.kind == why::OperationKind::send;
  return is_one && !operation.internal && !operation.idle && !operation.buffered;
}

std::string in_words(const why::Operation &operation, std::uint32_t process, const JobNames &names) {
  const bool receives = operation.kind == why::OperationKind::receive;
  std::string text = receives ? "a receive from " : "a send to ";
  text += operation.peer ? names.rank(*operation.peer) : receives ? "any source" : "a rank that is not known";
  text += operation.any_tag ? " with any tag" : " with tag " + std::to_string(operation.tag);
  if (operation.communicator >= 0) text += " on " + names.communicator(process, operation.communicator);
  return text;
}

}  // namespace

std::vector<std::string> pending_lines(const std::vector<why::Evidence> &evidence) {
  const why::Waits waits(evidence, {});
  const JobNames names(waits);
  std::map<std::string, std::vector<std::uint32_t>> pending;  // processes by the words for their operation
  for (std::uint32_t process = 0; process < evidence.size(); ++process) {
    for (const why::Operation &operation : evidence[process].operations) {
      if (!is_pending(operation)) continue;
      std::vector<std::uint32_t> &processes = pending[in_words(operation, process, names)];
      if (processes.empty() || processes.back() != process) processes.push_back(process);
    }
  }
  std::vector<std::string> lines;
  for (const auto &[what, processes] : pending) {
    if (lines.size() == most_lines) {
      lines.push_back("and " + std::to_string(pending.size() - most_lines) + " more");
      break;
    }
    lines.push_back(names.ranks_of(processes) + (processes.size() == 1 ? " has" : " have") + " pending: " + what);
  }
  return lines;
}

}  // namespace mqs_shim
