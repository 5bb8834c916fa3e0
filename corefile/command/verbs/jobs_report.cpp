#include "corefile/command/verbs/jobs_report.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "corefile/command/targets/library_name.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/rank_set.h"

namespace command {

using corefile::LocalJob;
using corefile::LocalRank;
using mqs_shim::printable;

namespace {

constexpr std::size_t longest_command = 60;  // limit for a command line in the text, in characters

std::string user_name(uid_t user) {
  const passwd *const entry = ::getpwuid(user);
  return entry == nullptr ? std::to_string(user) : entry->pw_name;
}

// Formats a time with strftime(); the result is empty if the time is not known.
std::string formatted(std::int64_t seconds, const char *format,
                      std::tm *(*broken_down)(const std::time_t *, std::tm *)) {
  const std::time_t time = seconds;
  std::tm parts{};
  char text[64];
  if (seconds <= 0 || broken_down(&time, &parts) == nullptr) return {};
  return std::string(text, std::strftime(text, sizeof text, format, &parts));
}

std::string since_text(std::int64_t started) {
  const std::string day = formatted(started, "%Y-%m-%d", localtime_r);
  const bool today = day == formatted(std::time(nullptr), "%Y-%m-%d", localtime_r);
  return formatted(started, today ? "%H:%M:%S" : "%Y-%m-%d %H:%M", localtime_r);
}

// Returns the ranks of a job as text: their number or, if some ranks are on other nodes, a text such as "0-3 of 8".
// Ranks of spawned jobs are counted separately.
std::string ranks_text(const LocalJob &job) {
  std::vector<int> ranks;
  std::size_t spawned = 0, unknown = 0;
  for (const LocalRank &rank : job.ranks) {
    if (!rank.world_rank) {
      ++unknown;
    } else if (rank.job != job.ranks.front().job) {
      ++spawned;
    } else {
      ranks.push_back(*rank.world_rank);
    }
  }
  const std::size_t all = ranks.size() + unknown;
  if (ranks.empty()) return std::to_string(all);
  const bool complete = job.world_size == 0 || static_cast<std::size_t>(job.world_size) == all;
  std::string text =
      complete ? std::to_string(all) : mqs_shim::compress_ranks(ranks) + " of " + std::to_string(job.world_size);
  if (!complete && unknown != 0) text += ", " + std::to_string(unknown) + " unknown";
  if (spawned != 0) text += ", spawned " + std::to_string(spawned);
  return text;
}

std::string command_text(const LocalJob &job) {
  std::string words;
  for (const std::string &word : job.words) words += (words.empty() ? "" : " ") + word;
  if (words.empty()) words = job.executable;
  if (words.size() > longest_command) words = words.substr(0, longest_command - 3) + "...";
  std::string text = printable(words);
  if (job.programs > 1) text += " and " + std::to_string(job.programs - 1) + " other programs";
  return text;
}

std::string library_text(const LocalJob &job) {
  return job.library == job.executable ? "linked into the program" : printable(library_of_file(job.library));
}

}  // namespace

std::string job_words(const LocalJob &job) {
  const std::string count = std::to_string(job.ranks.size()) + (job.ranks.size() == 1 ? " rank of " : " ranks of ");
  return (job.launcher_name.empty() ? "" : printable(job.launcher_name) + ", ") + count + command_text(job);
}

std::string jobs_text(const std::vector<LocalJob> &jobs, bool verbose) {
  if (jobs.empty()) return "no MPI job of this node that you may inspect\n";
  const bool show_user = std::any_of(jobs.begin(), jobs.end(), [](const auto &job) { return job.user != ::geteuid(); });
  using Row = std::array<std::string, 7>;
  std::vector<Row> rows = {{"PID", "LAUNCHER", "RANKS", "LIBRARY", "SINCE", "USER", "PROGRAM"}};
  for (const LocalJob &job : jobs) {
    rows.push_back({std::to_string(job.targets().front()),
                    job.launcher_name.empty() ? "-" : printable(job.launcher_name), ranks_text(job), library_text(job),
                    since_text(job.started), user_name(job.user), command_text(job)});
  }
  std::array<std::size_t, 7> widths{};
  for (const Row &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (std::size_t line = 0; line < rows.size(); ++line) {
    const Row &row = rows[line];
    for (std::size_t i = 0; i < row.size(); ++i) {
      constexpr std::size_t user = 5;
      if (i == user && !show_user) continue;
      text += row[i];
      if (i + 1 < row.size()) text.append(widths[i] + 2 - row[i].size(), ' ');
    }
    text += '\n';
    if (!verbose || line == 0) continue;
    const char *const without_number = jobs[line - 1].launcher == 0 ? "0" : "?";
    for (const LocalRank &rank : jobs[line - 1].ranks) {
      text += "  rank " + (rank.world_rank ? std::to_string(*rank.world_rank) : without_number) + "  pid " +
              std::to_string(rank.pid) + (rank.job.empty() ? "" : "  job " + printable(rank.job)) + '\n';
    }
  }
  return text;
}

void write_jobs_json(mqs_shim::JsonWriter &json, const std::vector<LocalJob> &jobs) {
  json.begin_object();
  json.key("schema").string("mpidbg-jobs-1");
  json.key("jobs").begin_array(true);
  for (const LocalJob &job : jobs) {
    json.begin_object();
    json.key("launcher");
    if (job.launcher == 0) {
      json.null();
    } else {
      json.begin_object();
      json.key("pid").number(job.launcher);
      json.key("name").string(job.launcher_name);
      json.end_object();
    }
    json.key("program").string(job.executable);
    json.key("programs").number(static_cast<std::int64_t>(job.programs));
    json.key("command").strings(job.words);
    json.key("library").string(library_of_file(job.library));
    json.key("library_file").string(job.library);
    json.key("since").string_or_null(formatted(job.started, "%Y-%m-%dT%H:%M:%SZ", gmtime_r));
    json.key("user").string(user_name(job.user));
    json.key("world_size").natural_or_null(job.world_size == 0 ? -1 : job.world_size);
    json.key("ranks").begin_array();
    for (const LocalRank &rank : job.ranks) {
      json.begin_object();
      json.key("rank").natural_or_null(rank.world_rank.value_or(-1));
      json.key("pid").number(rank.pid);
      json.key("job").string_or_null(rank.job);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace command
