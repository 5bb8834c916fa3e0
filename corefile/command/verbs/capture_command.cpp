// Implements `capture`, which writes a small file for each process with the data that all other commands read.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "corefile/capture/recorded_process.h"
#include "corefile/capture/redaction.h"
#include "corefile/command/targets/look.h"
#include "corefile/command/targets/nodes.h"
#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/capture_origin.h"
#include "corefile/command/verbs/capture_questions.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/made_directories.h"
#include "corefile/command/verbs/pmpi_facts.h"
#include "corefile/command/words/output.h"
#include "corefile/mpi/job_selection.h"
#include "corefile/mpi/local_jobs.h"
#include "mqs_shim/render/escape.h"

namespace command {

namespace {

namespace fs = std::filesystem;

// The number of attempts to hold the process only while memory is copied. An attempt can fail for a process that makes
// progress, because each look may need other memory than the last. After that, all questions are asked while the
// process is held.
constexpr int most_brief_holds = 4;

std::string replaced(std::string text, std::string_view what, const std::string &by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

// Returns the name of a host for use in a file name. Characters that RFC 952 does not allow become '_', so that the
// name cannot lead to another directory.
std::string name_of_host(std::string host) {
  const auto is_right = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
  };
  for (char &c : host) c = is_right(c) ? c : '_';
  if (host.starts_with('.')) host.front() = '_';
  return host;
}

bool names_one_file(const std::string &pattern) {
  return pattern.find("%r") != std::string::npos || pattern.find("%p") != std::string::npos;
}

// Returns the job that has a rank with this pid, or null.
const corefile::LocalJob *job_of_rank(const std::vector<corefile::LocalJob> &jobs, const std::string &pid) {
  const auto is_it = [&](const corefile::LocalRank &rank) { return std::to_string(rank.pid) == pid; };
  for (const corefile::LocalJob &job : jobs) {
    if (std::any_of(job.ranks.begin(), job.ranks.end(), is_it)) return &job;
  }
  return nullptr;
}

// Replaces a Slurm job by its ranks on this node, because captures are made where the processes are. With --all-ranks,
// replaces a rank by all ranks of its job, each once.
mpidbg::Result<Options> with_ranks_here(Options options) {
  std::vector<corefile::LocalJob> jobs;
  if (options.all_ranks) {
    MPIDBG_ASSIGN(found, corefile::local_jobs());
    jobs = std::move(found);
  }
  std::set<const corefile::LocalJob *> complete;
  std::vector<std::string> targets;
  for (const std::string &word : options.targets) {
    if (const corefile::LocalJob *job = job_of_rank(jobs, word); job != nullptr) {
      if (!complete.insert(job).second) continue;
      for (const pid_t pid : job->targets()) targets.push_back(std::to_string(pid));
      continue;
    }
    if (!is_slurm_target(word)) {
      targets.push_back(word);
      continue;
    }
    MPIDBG_ASSIGN(selection, corefile::JobSelection::parse(word));
    MPIDBG_ASSIGN(pids, corefile::ranks_on_this_node(selection));
    if (pids.empty()) return mpidbg::Error{mpidbg::ErrorCode::not_found, word + ": no rank of it is on this node"};
    for (const pid_t pid : pids) targets.push_back(std::to_string(pid));
  }
  options.targets = std::move(targets);
  return options;
}

class CaptureCommand {
 public:
  CaptureCommand(const Options &options, Messages &messages)
      : options_(options), messages_(messages), plugins_(options.plugin) {}

  ExitCode run() {
    if (const auto loaded = plugins_.load_if_independent_of_target(); !loaded) {
      messages_.error(loaded.error().message);
      return ExitCode::failed;
    }
    const auto here = with_ranks_here(options_);
    if (!here) {
      messages_.error(here.error().message);
      return ExitCode::failed;
    }
    std::vector<OpenedTarget> targets = open_targets(*here, messages_);
    if (!find_place(targets)) return ExitCode::failed;
    std::vector<Recording> recordings;
    for (OpenedTarget &target : targets) {
      messages_.progress(target.name, recordings.size(), targets.size());
      begin(target, recordings);
    }
    if (std::any_of(recordings.begin(), recordings.end(), [](const Recording &one) { return one.process != nullptr; }))
      std::this_thread::sleep_for(mqs_shim::time_between_looks(true));
    for (std::size_t i = 0; i < recordings.size(); ++i) {
      messages_.progress(recordings[i].target->name, i, recordings.size());
      finish(recordings[i]);
    }
    messages_.clear_progress();
    return code_;
  }

 private:
  // Checks that the files of all captures can be created, and makes their directories.
  bool find_place(const std::vector<OpenedTarget> &targets) {
    std::set<std::string> places;
    for (const OpenedTarget &target : targets) {
      if (target.process) places.insert(place_of(target));
    }
    const auto is_one = [](const std::string &place) {
      std::error_code error;
      return fs::is_directory(place, error);
    };
    is_directory_ = options_.output.ends_with('/') || (targets.size() > 1 && !names_one_file(options_.output)) ||
                    std::any_of(places.begin(), places.end(), is_one);
    for (const std::string &place : places) {
      if (!is_directory_) continue;
      const std::error_code error = directories_.make(place);
      if (!error) continue;
      messages_.error("cannot make the directory " + place + ": " + error.message());
      return false;
    }
    return true;
  }

  std::string place_of(const OpenedTarget &target) const {
    const std::string host = host_of(target);
    return replaced(options_.output, "%h", host.empty() ? "unknown" : name_of_host(host));
  }

  std::string file_of(const OpenedTarget &target, int rank) const {
    const std::string number = rank < 0 ? "unknown" : std::to_string(rank);
    const std::string pid = std::to_string(target.process->pid());
    const std::string place = place_of(target);
    if (!is_directory_) return replaced(replaced(place, "%r", number), "%p", pid);
    const std::string host = name_of_host(host_of(target));
    const std::string name = "rank" + number + (host.empty() ? "" : "." + host) + "." + pid + ".capture";
    return (fs::path(place) / name).string();
  }

  // Returns the name of the host on which the process runs or ran. From a core file it may be any text, or empty.
  static std::string host_of(const OpenedTarget &target) {
    return target.process->is_live() ? host_name() : target.identity.host;
  }

  struct Recording {
    OpenedTarget *target;
    std::unique_ptr<corefile::RecordedProcess> process;
    AskedProcess answer;
    corefile::Secrets secrets;  // with --redact
  };

  void fail(const std::string &problem) {
    messages_.error(problem);
    code_ = ExitCode::failed;
  }

  // Takes the first look at a target. A core file needs no further look.
  void begin(OpenedTarget &target, std::vector<Recording> &recordings) {
    if (!target.process) return fail(target.problem);
    if (target.process->is_capture()) return fail(target.name + " is a capture already");
    Recording recording{&target, std::make_unique<corefile::RecordedProcess>(*target.process), {}, {}};
    corefile::CaptureFacts &facts = recording.process->facts();
    facts.profiling = encode_profiling(corefile::examine_mpi_profiling(*target.process), *target.process);
    const std::string host = host_of(target);
    if (options_.redact) {
      describe_redacted_origin(facts, *target.process, target.name, host, recording.secrets);
    } else {
      describe_origin(facts, *target.process, target.name, host);
    }
    auto answer =
        target.process->is_live() ? first_look(*recording.process, *target.process) : look_at_core(*recording.process);
    if (!answer) return fail(answer.error().message);
    recording.answer = std::move(*answer);
    recordings.push_back(std::move(recording));
    // Core files are finished at once, because a thousand recordings would take too much memory.
    if (!target.process->is_live()) finish(recordings.back());
  }

  void finish(Recording &recording) {
    OpenedTarget &target = *recording.target;
    if (!recording.process) return;
    if (target.process->is_live()) {
      recording.process->begin_second_look();
      auto answer = look(*recording.process, *target.process);
      if (!answer) return fail(answer.error().message);
      recording.answer = std::move(*answer);
    }
    if (recording.answer.data_left_out != 0) {
      messages_.warning(target.name + ": the buffers of pending messages are larger than " +
                        std::to_string(most_data_bytes >> 20) + " MiB: the capture is without " +
                        std::to_string(recording.answer.data_left_out) + " bytes of them");
    }
    if (!recording.secrets.empty()) recording.process->redact(recording.secrets);
    if (!recording.answer.problem.empty()) {
      messages_.warning(target.name + ": the capture has no objects of MPI: " + recording.answer.problem);
      code_ = worse(code_, ExitCode::not_enough);
    }
    if (!write(target, recording.process->capture(), recording.answer)) code_ = ExitCode::failed;
    recording.process.reset();
    target.process.reset();
  }

  // Records a core file. Its memory does not change, and is therefore read only once.
  mpidbg::Result<AskedProcess> look_at_core(corefile::RecordedProcess &recorded) {
    recorded.take_stacks();
    AskedProcess answer = ask_everything(recorded, plugins_, options_.with_data);
    recorded.take();
    return answer;
  }

  // Asks all questions while the process runs, to find out which memory is needed.
  mpidbg::Result<AskedProcess> first_look(corefile::RecordedProcess &recorded, corefile::Process &process) {
    process.prepare_stacks();
    MPIDBG_TRY(process.stop());
    recorded.take_stacks();
    process.resume();
    ask_everything(recorded, plugins_, options_.with_data);
    return look(recorded, process);
  }

  mpidbg::Result<AskedProcess> look(corefile::RecordedProcess &recorded, corefile::Process &process) {
    for (int holds = 0; holds < most_brief_holds; ++holds) {
      recorded.prepare();
      MPIDBG_TRY(process.stop());
      recorded.take();
      process.resume();
      recorded.take_sockets();
      recorded.begin_account();
      AskedProcess answer = ask_everything(recorded, plugins_, options_.with_data);
      if (recorded.has_all()) return answer;
    }
    MPIDBG_TRY(process.stop());
    AskedProcess answer = ask_held(recorded);
    process.resume();
    recorded.take_sockets();
    return answer;
  }

  AskedProcess ask_held(corefile::RecordedProcess &recorded) {
    recorded.take_stacks();
    recorded.read_process();
    AskedProcess answer = ask_everything(recorded, plugins_, options_.with_data);
    recorded.take();
    return answer;
  }

  bool write(const OpenedTarget &target, const std::vector<std::byte> &bytes, const AskedProcess &answer) {
    const int rank = answer.world_rank >= 0 ? answer.world_rank : target.identity.world_rank.value_or(-1);
    const std::string path = file_of(target, rank);
    Output output(path);
    output.write({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    if (!output.close(messages_)) return false;
    const std::string host = host_of(target);
    std::string line = path + "  " + std::to_string((bytes.size() + 1023) / 1024) + " KiB";
    line += rank < 0 ? "  rank not known" : "  rank " + std::to_string(rank);
    line += "  pid " + std::to_string(target.process->pid());
    if (!host.empty()) line += " on " + host;
    if (!answer.library.empty()) line += "  " + answer.library;
    return print(mqs_shim::printable(line) + '\n', messages_);
  }

  const Options &options_;
  Messages &messages_;
  Plugins plugins_;
  bool is_directory_ = false;
  MadeDirectories directories_;
  ExitCode code_ = ExitCode::done;
};

}  // namespace

ExitCode run_capture(const Options &options, Messages &messages) {
  return CaptureCommand(options, messages).run();
}

}  // namespace command
