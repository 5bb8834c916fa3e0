#include "corefile/targets/targets.h"

#include <linux/magic.h>
#include <sys/resource.h>
#include <sys/vfs.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "corefile/capture/capture_image.h"
#include "corefile/elf/file_identity.h"
#include "corefile/mpi/ended_rank.h"
#include "corefile/mpi/launcher.h"
#include "corefile/mpi/mpi_entry_points.h"
#include "corefile/process/proc_files.h"
#include "corefile/process/thread_status.h"
#include "mpidbg/base/elf_identity.h"
#include "mpidbg/base/regular_file.h"
#include "mpidbg/base/whole_number.h"

namespace corefile {

namespace {

namespace fs = std::filesystem;

std::optional<pid_t> pid_in(const std::string &word) {
  const auto pid = mpidbg::whole_number<pid_t>(word);
  return pid && *pid > 0 ? pid : std::nullopt;
}

bool is_number(const std::string &word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

OpenedTarget keep(std::string name, pid_t pid, mpidbg::Result<std::unique_ptr<Process>> opened) {
  OpenedTarget target;
  target.name = std::move(name);
  target.pid = pid;
  if (opened) {
    target.process = std::move(*opened);
    target.identity = job_identity(*target.process);
  } else {
    target.problem = opened.error().message;
  }
  return target;
}

// Opens a live process. The rank of a process that has ended is inferred from the ranks that its launcher has started
// with it.
OpenedTarget open_pid(pid_t pid, const OpenOptions &options) {
  OpenedTarget target = keep("pid " + std::to_string(pid), pid, open_live_process(pid, options));
  if (target.process || kernel_state(pid) != KernelState::zombie) return target;
  if (auto identity = identity_of_ended(pid)) {
    target.identity = std::move(*identity);
  } else {
    target.problem += ", and which rank it was is not known";
  }
  return target;
}

// Returns the pid in a path below /proc; 0 if the path names no process, or names mpidbg itself.
pid_t process_in(const fs::path &path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error).lexically_normal();
  auto part = absolute.begin();
  for (const char *expected : {"/", "proc"})
    if (part == absolute.end() || *part++ != expected) return 0;
  return part == absolute.end() ? 0 : pid_in(*part).value_or(0);
}

// Explains why a path in /proc is not a target; empty for a file outside of /proc.
std::string why_only_in_proc(const std::string &word) {
  struct statfs where {};
  const pid_t pid = process_in(word);
  const bool is_program = pid != 0 && fs::path(word).filename() == "exe";
  if (::statfs(word.c_str(), &where) != 0 || (where.f_type != PROC_SUPER_MAGIC && !is_program)) return {};
  if (pid == 0) return word + " is not a core file: what is in /proc is not a regular file";
  const std::string number = std::to_string(pid);
  return word + " is not a core file but " + (is_program ? "the program of" : "shows") + " process " + number +
         ": give its pid, " + number;
}

// Returns true for a file that is named like a summary but is not an ELF file. Commands that accept summaries have
// already removed real summaries from the words.
bool is_no_summary(const std::string &path) {
  return path.ends_with(".summary") && !mpidbg::elf_identity_of_file(path) && mpidbg::open_regular_file(path);
}

OpenedTarget open_core(const std::string &path, const OpenOptions &options) {
  if (std::string problem = why_only_in_proc(path); !problem.empty()) return failed_target(path, std::move(problem));
  if (is_no_summary(path))
    return failed_target(path, path + " is not a summary written by mpidbg summarize, nor a core file or capture");
  return keep(path, 0, open_capture_or_core(path, options));
}

bool is_core_file(const fs::path &path) {
  const auto identity = mpidbg::elf_identity_of_file(path);
  return identity && identity->type == ET_CORE;
}

// Returns true for a file with the name of a core file or capture that is too short to be recognised, as after a full
// disk.
bool is_cut_short(const fs::path &path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) >= mpidbg::ElfIdentity::size || error)
    return false;
  const std::string name = path.filename().string();
  if (name.ends_with(".core") || name.ends_with(".capture")) return true;
  return name == "core" || name.starts_with("core.") || name.starts_with("core-");
}

// Explains why a file that may be a core file cannot be read; empty if it can be read or is certainly not a core file.
std::string why_unreadable(const fs::path &path) {
  const auto file = mpidbg::open_regular_file(path);
  const bool is_unreadable = !file && file.error().code == mpidbg::ErrorCode::system;
  return is_unreadable ? file.error().message : std::string();
}

// Raises the limit for open files. Each core file is kept open until it has been inspected.
void allow_many_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

class TargetList {
 public:
  explicit TargetList(const TargetOptions &options) : options_(options) {}

  void add_word(const std::string &word) {
    if (const auto pid = pid_in(word)) return add_pid(*pid);
    if (is_number(word)) return add(failed_target("pid " + word, "no process with pid " + word));
    std::error_code error;
    if (fs::is_directory(word, error)) {
      if (std::string problem = why_only_in_proc(word); !problem.empty())
        return add(failed_target(word, std::move(problem)));
      return add_directory(word);
    }
    if (files_.insert(word)) add(open_core(word, options_.open));
  }

  std::vector<OpenedTarget> take() {
    std::stable_sort(targets_.begin(), targets_.end(),
                     [](const OpenedTarget &a, const OpenedTarget &b) { return order(a) < order(b); });
    return std::move(targets_);
  }

 private:
  // Returns the key by which targets are sorted: unknown ranks last, then by job and rank. Shorter job names come
  // first, because the names of one mpirun's jobs are numbers.
  static std::tuple<bool, std::size_t, std::string, int> order(const OpenedTarget &target) {
    const int rank = target.identity.world_rank.value_or(std::numeric_limits<int>::max());
    return {!target.identity.world_rank, target.identity.job.size(), target.identity.job, rank};
  }

  void add(OpenedTarget target) {
    const auto rank = target.identity.world_rank;
    if (options_.wants && rank && !options_.wants(*rank)) return;
    targets_.push_back(std::move(target));
  }

  void progress(const std::string &what, std::size_t done, std::size_t all) const {
    if (options_.progress) options_.progress(what, done, all);
  }

  void add_pid(pid_t pid) {
    if (!seen_.insert("pid " + std::to_string(pid)).second) return;
    const bool is_launcher = launcher_kind(program_name(pid)) == LauncherKind::launcher;
    if (is_launcher) {
      const std::vector<pid_t> started = processes_started_by(pid);
      if (!started.empty()) return add_started(started);
      // The ranks may belong to another user. Opening one of these processes then returns the error to be shown: that
      // permission is missing.
      if (const auto closed = unreadable_below(pid)) return add(open_pid(*closed, options_.open));
      return add(failed_target("pid " + std::to_string(pid),
                               "pid " + std::to_string(pid) + " is a launcher that has no MPI processes on this node"));
    }
    OpenedTarget target = open_pid(pid, options_.open);
    // A process without MPI may be a launcher's daemon, a launcher with an unknown name, or a script that has started
    // one.
    if (target.process && find_mpi_entry_point(*target.process).module == nullptr) {
      const std::vector<pid_t> started = processes_started_by(pid);
      if (!started.empty()) return add_started(started);
    }
    add(std::move(target));
  }

  // Adds ranks that a launcher has started, and those that have died while their launcher did not notice.
  void add_started(std::vector<pid_t> pids) {
    const std::vector<pid_t> ended = ended_beside(pids);
    pids.insert(pids.end(), ended.begin(), ended.end());
    std::size_t done = 0;
    for (const pid_t pid : pids) {
      progress("opening", done++, pids.size());
      if (seen_.insert("pid " + std::to_string(pid)).second) add(open_pid(pid, options_.open));
    }
  }

  // Adds the core files and captures in a directory and in its subdirectories. Each node may have its own subdirectory.
  void add_directory(const std::string &directory) {
    std::vector<fs::path> files;
    if (!list_directory(directory, true, files)) return;
    std::sort(files.begin(), files.end());
    bool found = false;
    std::size_t done = 0;
    for (const fs::path &file : files) {
      progress(file.string(), done++, files.size());
      if (is_core_file(file) || is_cut_short(file)) {
        found = true;
        if (files_.insert(file.string())) add(open_core(file.string(), options_.open));
      } else if (std::string problem = why_unreadable(file); !problem.empty()) {
        found = true;
        if (files_.insert(file.string())) add(failed_target(file.string(), std::move(problem)));
      } else if (options_.leaves_out) {
        options_.leaves_out(file.string());
      }
    }
    if (!found) add(failed_target(directory, "no core files or captures in the directory " + directory));
  }

  // Appends the files in a directory and, if `with_inner`, in its subdirectories. If the directory cannot be read, adds
  // a target with the reason and returns false.
  bool list_directory(const fs::path &directory, bool with_inner, std::vector<fs::path> &files) {
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
      std::error_code unknown;
      if (!entry->is_directory(unknown)) {
        files.push_back(entry->path());
      } else if (with_inner) {
        list_directory(entry->path(), false, files);
      }
    }
    if (!error) return true;
    add(failed_target(directory, "cannot read the directory " + directory.string() + ": " + error.message()));
    return false;
  }

  const TargetOptions &options_;
  std::vector<OpenedTarget> targets_;
  std::set<std::string> seen_;  // pids that were added, as text
  MetFiles files_;
};

}  // namespace

OpenedTarget failed_target(std::string name, std::string problem) {
  OpenedTarget target;
  target.name = std::move(name);
  target.problem = std::move(problem);
  return target;
}

std::vector<OpenedTarget> open_targets(const std::vector<std::string> &words, const TargetOptions &options) {
  allow_many_open_files();
  TargetList list(options);
  for (const std::string &word : words) list.add_word(word);
  return list.take();
}

OpenedTarget open_single_target(const std::string &word, const OpenOptions &options) {
  if (const auto pid = pid_in(word)) return open_pid(*pid, options);
  return open_core(word, options);
}

std::string launcher_of(const std::string &word) {
  const auto pid = pid_in(word);
  const std::string name = pid ? program_name(*pid) : std::string();
  return launcher_kind(name) == LauncherKind::launcher ? name + " " + std::to_string(*pid) : std::string();
}

}  // namespace corefile
