#include "mqs_shim/records/records.h"

#include <algorithm>

namespace mqs_shim {

TextIndex ProcessReport::intern(const std::string &text) {
  if (text.empty()) return 0;
  const auto [found, inserted] = text_indices_.emplace(text, static_cast<TextIndex>(texts.size()));
  if (inserted) texts.push_back(text);
  return found->second;
}

bool ProcessReport::complete() const {
  if (incomplete || !error.empty() || !unclaimed.problem.empty()) return false;
  bool whole = true;
  variables.for_each([&](const auto &list) { whole = whole && (!list.asked || list.problem.empty()); });
  return whole && std::all_of(communicators.begin(), communicators.end(), [](const CommunicatorRecord &communicator) {
           return std::all_of(communicator.queues.begin(), communicator.queues.end(),
                              [](const Queue &queue) { return queue.problem.empty(); });
         });
}

std::vector<std::string_view> ProcessReport::blocked_in() const {
  std::vector<std::string_view> calls;
  for (const ThreadRecord &thread : threads) {
    if (thread.blocking) calls.push_back(thread.call);
  }
  return calls;
}

void ProcessReport::add_gap(const std::string &warning) {
  incomplete = true;
  if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(warning);
}

std::string ProcessReport::lost_call() const {
  const auto lost =
      std::find_if(threads.begin(), threads.end(), [](const ThreadRecord &thread) { return thread.lost; });
  if (lost == threads.end()) return {};
  return "cannot see the MPI call of the main thread: its stack cannot be walked: " + lost->problem;
}

}  // namespace mqs_shim
