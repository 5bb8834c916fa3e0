#include "corefile/command/targets/collect.h"

#include <fcntl.h>
#include <sys/timex.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

#include "corefile/command/targets/look.h"
#include "corefile/elf/file_identity.h"
#include "corefile/launch/lines.h"
#include "mpidbg/base/elf_identity.h"
#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/base/regular_file.h"
#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/look/job_looks.h"
#include "mqs_shim/summary/collection.h"

namespace command {

namespace {

using mqs_shim::summaries::Collection;
using mqs_shim::summaries::Moment;
using mqs_shim::summaries::Summary;

constexpr std::size_t most_notes = std::size_t{1} << 20;  // limit for text before the first record of a file

Moment now() {
  Moment moment;
  timespec time{};
  if (::clock_gettime(CLOCK_REALTIME, &time) == 0)
    moment.nanoseconds = std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  timex clock{};
  const int state = ::adjtimex(&clock);
  if (state >= 0 && state != TIME_ERROR) moment.error = std::int64_t{clock.maxerror} * 1000;
  return moment;
}

mqs_shim::Questions all_questions() {
  mqs_shim::Questions questions = mqs_shim::questions_of(mqs_shim::Noun::why);
  questions.details = true;
  // All windows are read, because ranks on other nodes may wait for locks and epochs of ranks on this node.
  questions.kinds.insert(MPIDBG_KIND_WIN);
  return questions;
}

bool is_in_window_call(const mqs_shim::ProcessReport &report) {
  return std::any_of(report.threads.begin(), report.threads.end(), [](const mqs_shim::ThreadRecord &thread) {
    return thread.blocking && mpidbg::mpi_call(thread.call).takes_window();
  });
}

// Returns true if nothing is known about a process: it has an error, and no thread is known to be in an MPI call. The
// calls may be known although the MPI library is not.
bool shows_nothing(const mqs_shim::ProcessReport &report) {
  return !report.error.empty() && std::all_of(report.threads.begin(), report.threads.end(),
                                              [](const mqs_shim::ThreadRecord &thread) { return thread.call.empty(); });
}

// Returns the targets that are live processes; none if there are too many to hold them at the same time.
std::vector<std::string> live_ones(const std::vector<OpenedTarget> &targets) {
  std::vector<std::string> names;
  for (const OpenedTarget &target : targets) {
    if (target.process && target.process->is_live()) names.push_back(target.name);
  }
  return targets.size() <= mqs_shim::why::most_held ? names : std::vector<std::string>();
}

bool has_record(const std::string &path) {
  if (mpidbg::elf_identity_of_file(path)) return false;
  const auto file = mpidbg::open_regular_file(path);
  if (!file) return false;
  std::string start(most_notes, '\0');
  const ssize_t size = ::read(file->descriptor.get(), start.data(), start.size());
  return size > 0 && std::string_view(start).substr(0, static_cast<std::size_t>(size)).find(corefile::line_mark) !=
                         std::string_view::npos;
}

// Removes from `summary` the records of processes that were just seen themselves. A record of another process that has
// the same rank stays.
mpidbg::Status leave_out_seen(const Summary &seen, Summary &summary) {
  using Process = std::tuple<mqs_shim::why::ProcessId, std::int64_t, std::string>;
  const auto process_of = [](const mqs_shim::summaries::RankSummary &rank) {
    return Process(rank.evidence.id, rank.evidence.pid, rank.evidence.host);
  };
  std::set<Process> processes;
  MPIDBG_TRY(seen.for_each([&](const auto &rank) { processes.insert(process_of(rank)); },
                           mqs_shim::summaries::GroupMembers::left_out));
  return summary.erase_if([&](const auto &rank) { return processes.contains(process_of(rank)); });
}

}  // namespace

Collected collect(std::vector<OpenedTarget> targets, Plugins &plugins, unsigned jobs, Messages &messages,
                  const OfNode &node) {
  Collected collected;
  // Words that stand for no process are reported, but are not ranks in the summary.
  std::erase_if(targets, [&](const OpenedTarget &target) {
    const bool is_process = target.process != nullptr || target.pid != 0;
    if (!is_process) messages.error(target.problem);
    collected.failures += is_process ? 0 : 1;
    return !is_process;
  });
  if (targets.empty()) return collected;
  const mqs_shim::Questions questions = all_questions();
  mqs_shim::LookRequest request{questions};
  if (node.held) request.together = live_ones(targets);
  const InspectedTargets job(targets, plugins);
  mqs_shim::JobLooks looks(job.all(), true, look_at_all(targets, jobs, messages));
  for (const std::string &note : looks.notes()) messages.warning(note);
  Collection collection;
  const auto moment = [&] {
    if (!looks.recorded()) return now();
    return Moment{collection.looks() == 0 ? looks.recorded()->first : looks.recorded()->second, -1,
                  looks.recorded()->boot};
  };
  bool again = true;
  while (again) {
    const bool is_first = collection.looks() == 0;
    std::size_t failures = 0;
    bool in_window_call = false;
    looks.begin({!is_first && collection.may_linger_in_network(), false});
    collection.begin_look(moment());
    looks.look(request, [&](mqs_shim::RankLook seen) {
      if (seen.end == mqs_shim::LookEnd::failed) {
        ++failures;
        if (is_first) messages.error(about_target(seen.report));
      } else if (shows_nothing(seen.report) && is_first) {
        collected.unseen.push_back(about_target(seen.report));
      }
      if (!node.host.empty()) {
        seen.report.host = node.host;
        seen.report.target += " on " + node.host;
        seen.evidence.host = node.host;
        seen.evidence.target = seen.report.target;
      }
      in_window_call = in_window_call || is_in_window_call(seen.report);
      collection.add(std::move(seen.evidence), std::move(seen.report), static_cast<int>(code_of(seen.end)));
    });
    collection.end_look(moment());
    again = is_first && !node.looks_once && failures < targets.size() && collection.wants_another_look();
    if (!again) collected.failures += failures;
    if (in_window_call) request.together = live_ones(targets);
  }
  collected.summary = collection.take();
  return collected;
}

ExitCode code_of(const mpidbg::Error &error) {
  return error.code == mpidbg::ErrorCode::corrupt ? ExitCode::not_enough : ExitCode::failed;
}

mpidbg::Status read_all(int fd, const std::string &name, const std::function<void(std::string_view)> &take) {
  std::string piece(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t size = ::read(fd, piece.data(), piece.size());
    if (size > 0) {
      take(std::string_view(piece).substr(0, static_cast<std::size_t>(size)));
    } else if (size == 0) {
      return {};
    } else if (errno != EINTR) {
      return mpidbg::Error{mpidbg::ErrorCode::system, "cannot read " + name + ": " + std::strerror(errno)};
    }
  }
}

std::vector<std::string> take_summary_words(std::vector<std::string> &words) {
  const auto is_summary = [](const std::string &word) { return word == "-" || has_record(word); };
  const auto targets = std::stable_partition(words.begin(), words.end(), is_summary);
  std::vector<std::string> summaries(words.begin(), targets);
  words.erase(words.begin(), targets);
  return summaries;
}

mpidbg::Result<Summary> read_summaries(const std::vector<std::string> &words, Messages &messages, bool &incomplete) {
  std::vector<Summary> parts;
  corefile::MetFiles met;
  for (const std::string &word : words) {
    if (word != "-" && !met.insert(word)) continue;
    const std::string name = word == "-" ? "stdin" : word;
    mpidbg::Status status;
    corefile::LineReader reader([&](const corefile::LineReader::Message &message) {
      if (message.kind != corefile::MessageKind::record) return;
      auto summary = Summary::decode(message.data);
      if (summary) {
        parts.push_back(std::move(*summary));
      } else if (status) {
        status = mpidbg::Error{summary.error().code, name + ": " + summary.error().message};
      }
    });
    int fd = STDIN_FILENO;
    auto file = word == "-" ? mpidbg::Result<mpidbg::RegularFile>(mpidbg::Error{}) : mpidbg::open_regular_file(word);
    if (word != "-") {
      if (!file) return file.error();
      fd = file->descriptor.get();
    }
    if (auto read = read_all(fd, name, [&](std::string_view piece) { reader.add(piece); }); !read) return read.error();
    reader.finish();
    if (!status) return status.error();
    for (const std::string &problem : reader.problems()) {
      messages.warning(name + ": " + problem);
      incomplete = true;
    }
    if (!reader.found_any())
      return mpidbg::Error{mpidbg::ErrorCode::not_found, name + " contains no summary written by mpidbg summarize"};
  }
  if (parts.empty()) return mpidbg::Error{mpidbg::ErrorCode::corrupt, "none of the summaries is complete"};
  return mqs_shim::summaries::merged(std::move(parts));
}

mpidbg::Result<CollectedJob> read_with_targets(const std::vector<std::string> &words, const Options &targets,
                                               Plugins &plugins, Messages &messages) {
  CollectedJob job;
  auto read = read_summaries(words, messages, job.incomplete);
  if (!read) return read.error();
  job.summary = std::move(*read);
  if (targets.targets.empty()) return job;
  Collected collected = collect(open_targets(targets, messages), plugins, targets.jobs, messages);
  job.incomplete = job.incomplete || collected.failures != 0;
  if (const auto replaced = leave_out_seen(collected.summary, job.summary); !replaced) return replaced.error();
  job.summary.merge(std::move(collected.summary));
  return job;
}

bool is_in_summaries(mqs_shim::Noun noun) {
  using enum mqs_shim::Noun;
  return noun == why || noun == ranks || noun == stacks || noun == queues || noun == comms;
}

bool is_wanted(const mqs_shim::ProcessReport &report, const std::optional<mqs_shim::RankSet> &ranks) {
  return !ranks || report.world_rank < 0 || ranks->contains(report.world_rank);
}

}  // namespace command
