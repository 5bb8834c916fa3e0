#include "mqs_shim/render/verdict/words/why_recorded.h"

#include <algorithm>
#include <map>
#include <optional>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/terms/time_terms.h"
#include "mqs_shim/render/verdict/words/why_section.h"

namespace mqs_shim {

namespace {

using why::Finding;

constexpr std::size_t most_recorded = 8;
constexpr std::size_t most_last_calls = 3;  // limit per thread

// Holds the processes whose recorded call has the same text, and the shortest and longest time that they have spent in
// it.
struct Callers {
  std::vector<std::uint32_t> processes{};
  std::optional<std::int64_t> least{}, most{};

  void add(std::uint32_t process, std::optional<std::int64_t> nanoseconds) {
    processes.push_back(process);
    if (!nanoseconds) return;
    least = std::min(least.value_or(*nanoseconds), *nanoseconds);
    most = std::max(most.value_or(*nanoseconds), *nanoseconds);
  }
  std::string time() const {
    if (!least) return {};
    const std::string from = duration_text(*least), to = duration_text(*most);
    return " for " + from + (from == to ? "" : " to " + to);
  }
};

// Returns a text about the last completed calls of a thread, such as "MPI_Send at exchange (stencil.c:91), before it 3
// x MPI_Bcast at main (stencil.c:30)". If the thread is in no call, the text includes the time since the last one.
std::string last_calls_text(const why::Thread &thread) {
  std::string text;
  const std::vector<why::LastCall> &calls = thread.recorded->last_calls;
  for (std::size_t i = 0; i < calls.size() && i < most_last_calls; ++i) {
    const why::LastCall &call = calls[i];
    const std::string site = WaitWords::site_text(call.site);
    text += i == 0 ? "" : i == 1 ? ", before it " : ", ";
    if (call.times > 1) text += std::to_string(call.times) + " x ";
    text += printable(call.name);
    if (!site.empty()) text += " at " + site;
    if (call.failed) text += " (failed)";
    if (i == 0 && thread.call.empty() && call.nanoseconds_ago)
      text += " " + duration_text(*call.nanoseconds_ago) + " ago";
  }
  return text;
}

class RecordedWords {
 public:
  RecordedWords(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words, const ListOptions &lists,
                BlockOutput &output)
      : waits_(waits), verdict_(verdict), words_(words), lists_(lists), output_(output) {}

  // Writes the current calls, with their arguments, of the threads that wait in findings.
  void write_recorded_calls() {
    std::map<std::string, Callers> calls;
    for (const Finding &finding : verdict_.findings) {
      for (const std::uint32_t number : finding.agents) {
        const why::Agent &agent = waits_.agents()[number];
        if (agent.schedule) continue;
        const why::Thread &thread = waits_.evidence()[agent.process].threads[agent.index];
        if (thread.call_is_recorded())
          calls[printable(thread.recorded->call)].add(agent.process, thread.recorded->nanoseconds);
      }
    }
    write_calls("Calls (recorder)", calls);
  }

  // Writes the last completed calls of the threads that wait in findings, and of running threads of the awaited
  // processes.
  void write_last_calls() {
    std::map<std::string, Callers> calls;
    const auto add = [&](std::uint32_t process, const why::Thread &thread) {
      if (thread.recorded && !thread.recorded->last_calls.empty())
        calls[last_calls_text(thread)].add(process, std::nullopt);
    };
    for (const Finding &finding : verdict_.findings) {
      for (const std::uint32_t number : finding.agents) {
        const why::Agent &agent = waits_.agents()[number];
        if (!agent.schedule) add(agent.process, waits_.evidence()[agent.process].threads[agent.index]);
      }
      for (const std::uint32_t process : finding.processes) {
        for (const why::Thread &thread : waits_.evidence()[process].threads) add(process, thread);
      }
    }
    write_calls("Last calls (recorder)", calls);
  }

  // Lists all processes whose records cannot be read, even if no finding is about them, because the sections above may
  // lack their calls.
  void write_unread_records() {
    std::map<std::string, std::vector<std::uint32_t>> unread;
    for (std::uint32_t process = 0; process < waits_.evidence().size(); ++process) {
      const std::string &problem = waits_.evidence()[process].record_problem;
      if (!problem.empty()) unread[printable(problem)].push_back(process);
    }
    std::size_t written = 0;
    for (const auto &[problem, processes] : unread) {
      if (written == most_recorded && !lists_.each) break;
      output_.write(problem_block(words_.ranks_of(processes) + ": " + problem));
      ++written;
    }
    if (written < unread.size()) output_.write(problem_block(and_more(unread.size() - written)));
  }

 private:
  std::string and_more(std::size_t count) const {
    return "and " + std::to_string(count) + " more: " + lists_.each_option() + " shows all";
  }

  void write_calls(const char *title, std::map<std::string, Callers> &calls) {
    std::vector<std::string> lines;
    for (auto &[text, callers] : calls) {
      if (lines.size() == most_recorded && !lists_.each) break;
      std::sort(callers.processes.begin(), callers.processes.end());
      const auto repeated = std::unique(callers.processes.begin(), callers.processes.end());
      callers.processes.erase(repeated, callers.processes.end());
      lines.push_back(words_.ranks_of(callers.processes) + "  " + text + callers.time());
    }
    if (lines.size() < calls.size()) lines.push_back(and_more(calls.size() - lines.size()));
    write_section(output_, title, lines);
  }

  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const WaitWords &words_;
  const ListOptions lists_;
  BlockOutput &output_;
};

}  // namespace

void write_recorded_calls(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words,
                          const ListOptions &lists, BlockOutput &output) {
  RecordedWords recorded(waits, verdict, words, lists, output);
  recorded.write_recorded_calls();
  recorded.write_last_calls();
  recorded.write_unread_records();
}

}  // namespace mqs_shim
