#include "mqs_shim/look/processor_wait.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <thread>

namespace mqs_shim {

namespace {

constexpr std::chrono::seconds most_waiting(2);
constexpr std::chrono::milliseconds between_questions(20);

// Returns the processor time of all threads if one of them runs or is ready to run; otherwise nothing.
std::optional<std::int64_t> time_if_ready(InspectedProcess &process) {
  constexpr std::int64_t most = INT64_MAX / 2;
  std::int64_t milliseconds = 0;
  bool is_ready = false;
  for (const ThreadStatus &thread : process.thread_statuses()) {
    if (!thread.processor_milliseconds) return std::nullopt;
    milliseconds = std::min(milliseconds, most) + std::min(*thread.processor_milliseconds, most);
    is_ready = is_ready || thread.state == KernelState::running;
  }
  return is_ready ? std::optional(milliseconds) : std::nullopt;
}

struct ReadyProcess {
  InspectedProcess *process = nullptr;
  std::int64_t milliseconds = 0;
};

}  // namespace

void sleep_until_all_have_run(const std::vector<InspectedProcess *> &job,
                              std::chrono::steady_clock::time_point earliest) {
  std::vector<ReadyProcess> ready;
  for (InspectedProcess *const process : job) {
    if (const auto milliseconds = time_if_ready(*process)) ready.push_back({process, *milliseconds});
  }
  std::this_thread::sleep_until(earliest);
  const auto latest = std::max(earliest, std::chrono::steady_clock::now()) + most_waiting;
  while (true) {
    std::erase_if(ready, [](const ReadyProcess &one) {
      const auto milliseconds = time_if_ready(*one.process);
      return !milliseconds || *milliseconds > one.milliseconds;
    });
    if (ready.empty() || std::chrono::steady_clock::now() >= latest) return;
    std::this_thread::sleep_for(between_questions);
  }
}

}  // namespace mqs_shim
