// capture: what all other commands read, in one small file for each process.

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "corefile/capture/recorded_process.h"
#include "corefile/command/capture_questions.h"
#include "corefile/command/commands.h"
#include "corefile/command/output.h"
#include "corefile/command/targets.h"
#include "mqs_shim/render/escape.h"

namespace command {

namespace {

namespace fs = std::filesystem;

// A process that goes on wants other memory at every look. After so many looks it is asked while it is held still.
constexpr int most_brief_holds = 4;

// As for a verdict on live processes: what has not moved for so long is not on its way.
constexpr std::chrono::milliseconds between_looks{200};

std::string host_name() {
  char name[256] = "";
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::string now() {
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  char text[64] = "";
  if (::gmtime_r(&time, &parts) != nullptr) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts);
  return text;
}

// Variables that say what the process is to MPI, and not what it works on.
bool is_about_mpi(std::string_view name) {
  for (const std::string_view prefix :
       {"OMPI_", "PMIX_", "PMI_", "PRTE_", "OPAL_", "MPI", "UCX_", "FI_", "SLURM_", "HOSTNAME"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string replaced(std::string text, std::string_view what, const std::string &by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

bool names_one_file(const std::string &pattern) {
  return pattern.find("%r") != std::string::npos || pattern.find("%p") != std::string::npos;
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
    std::vector<OpenedTarget> targets = open_targets(options_, messages_);
    if (!find_place(targets.size())) return ExitCode::failed;
    std::vector<Recording> recordings;
    for (OpenedTarget &target : targets) {
      messages_.progress(target.name, recordings.size(), targets.size());
      begin(target, recordings);
    }
    if (std::any_of(recordings.begin(), recordings.end(), [](const Recording &one) { return one.process != nullptr; }))
      std::this_thread::sleep_for(between_looks);
    for (std::size_t i = 0; i < recordings.size(); ++i) {
      messages_.progress(recordings[i].target->name, i, recordings.size());
      finish(recordings[i]);
    }
    messages_.clear_progress();
    return code_;
  }

 private:
  // Whether the files can have a place; makes the directory.
  bool find_place(std::size_t processes) {
    place_ = replaced(options_.output, "%h", host_name());
    std::error_code error;
    is_directory_ =
        place_.ends_with('/') || fs::is_directory(place_, error) || (processes > 1 && !names_one_file(place_));
    if (!is_directory_) return true;
    fs::create_directories(place_, error);
    if (!error || fs::is_directory(place_)) return true;
    messages_.error("cannot make the directory " + place_ + ": " + error.message());
    return false;
  }

  std::string file_of(const OpenedTarget &target, int rank) const {
    const std::string number = rank < 0 ? "unknown" : std::to_string(rank);
    const std::string pid = std::to_string(target.process->pid());
    if (!is_directory_) return replaced(replaced(place_, "%r", number), "%p", pid);
    const std::string host = host_of(target);
    const std::string name = "rank" + number + (host.empty() ? "" : "." + host) + "." + pid + ".capture";
    return (fs::path(place_) / name).string();
  }

  static std::string host_of(const OpenedTarget &target) {
    std::string host = target.process->is_live() ? host_name() : target.identity.host;
    std::replace(host.begin(), host.end(), '/', '_');
    return host;
  }

  struct Recording {
    OpenedTarget *target;
    std::unique_ptr<corefile::RecordedProcess> process;
    AskedProcess answer;
  };

  void fail(const std::string &problem) {
    messages_.error(problem);
    code_ = ExitCode::failed;
  }

  // The first look, which is the only one of a core.
  void begin(OpenedTarget &target, std::vector<Recording> &recordings) {
    if (!target.process) return fail(target.problem);
    if (target.process->is_capture()) return fail(target.name + " is a capture already");
    Recording recording{&target, std::make_unique<corefile::RecordedProcess>(*target.process), {}};
    describe(recording.process->facts(), target);
    auto answer =
        target.process->is_live() ? first_look(*recording.process, *target.process) : look_at_core(*recording.process);
    if (!answer) return fail(answer.error().message);
    recording.answer = std::move(*answer);
    recordings.push_back(std::move(recording));
    // A thousand of them would be too much to keep.
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
    if (!recording.answer.problem.empty())
      messages_.warning(target.name + ": the capture has no objects of MPI: " + recording.answer.problem);
    if (!write(target, recording.process->capture(), recording.answer)) code_ = ExitCode::failed;
    recording.process.reset();
    target.process.reset();
  }

  void describe(corefile::CaptureFacts &facts, const OpenedTarget &target) const {
    facts.origin.version = MPIDBG_VERSION;
    facts.origin.time = now();
    facts.origin.host = host_of(target);
    facts.origin.source = target.name;
    facts.origin.arguments = joined(target.process->arguments());
    for (corefile::Environment *environment : {&facts.initial_environment, &facts.current_environment})
      std::erase_if(*environment, [](const auto &variable) { return !is_about_mpi(variable.first); });
  }

  // The memory of a core stands still, and is asked once.
  mpidbg::Result<AskedProcess> look_at_core(corefile::RecordedProcess &recorded) {
    recorded.take_stacks();
    AskedProcess answer = ask_everything(recorded, plugins_);
    recorded.take();
    return answer;
  }

  // Finds out which memory is needed while the process runs.
  mpidbg::Result<AskedProcess> first_look(corefile::RecordedProcess &recorded, corefile::Process &process) {
    process.prepare_stacks();
    MPIDBG_TRY(process.stop());
    recorded.take_stacks();
    process.resume();
    ask_everything(recorded, plugins_);
    return look(recorded, process);
  }

  mpidbg::Result<AskedProcess> look(corefile::RecordedProcess &recorded, corefile::Process &process) {
    for (int holds = 0; holds < most_brief_holds; ++holds) {
      MPIDBG_TRY(process.stop());
      recorded.take();
      process.resume();
      recorded.begin_account();
      AskedProcess answer = ask_everything(recorded, plugins_);
      if (recorded.has_all()) return answer;
    }
    MPIDBG_TRY(process.stop());
    AskedProcess answer = ask_held(recorded);
    process.resume();
    return answer;
  }

  AskedProcess ask_held(corefile::RecordedProcess &recorded) {
    recorded.take_stacks();
    recorded.read_process();
    AskedProcess answer = ask_everything(recorded, plugins_);
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
    std::printf("%s\n", mqs_shim::printable(line).c_str());
    return std::fflush(stdout) == 0;
  }

  const Options &options_;
  Messages &messages_;
  Plugins plugins_;
  std::string place_;
  bool is_directory_ = false;
  ExitCode code_ = ExitCode::done;
};

}  // namespace

ExitCode run_capture(const Options &options, Messages &messages) {
  return CaptureCommand(options, messages).run();
}

}  // namespace command
