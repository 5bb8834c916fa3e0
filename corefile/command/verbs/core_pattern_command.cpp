// Implements `capture --core-pattern`, which makes a capture instead of a core file. The kernel starts it for a process
// that is being ended by a signal.
//
// The command runs as root for processes of any user. All data of the process is read by a child. The child has taken
// on the process's user and groups, and has kept a single right of root: to read processes. The parent creates the file
// and writes what the child sends. Nothing is loaded or executed because the process names it.

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <syslog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "corefile/capture/recorded_process.h"
#include "corefile/command/targets/workers.h"
#include "corefile/command/verbs/capture_origin.h"
#include "corefile/command/verbs/capture_questions.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/pmpi_facts.h"
#include "corefile/mpi/job_identity.h"
#include "corefile/mpi/mpi_entry_points.h"
#include "corefile/process/dying_process.h"
#include "corefile/process/proc_files.h"
#include "mpidbg/base/file_descriptor.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"
#include "mqs_shim/render/escape.h"

namespace command {

namespace {

using mpidbg::Error;
using mpidbg::ErrorCode;
using mpidbg::Result;
using mpidbg::Status;

// The limit for the size of a capture, which protects the disk. Captures of ordinary processes have some MiB.
constexpr std::size_t most_capture_bytes = std::size_t{64} << 20;

Error system_error(const std::string &what) {
  return Error{ErrorCode::system, what + ": " + std::strerror(errno)};
}

// The user and group of the crashed process.
struct Owner {
  uid_t user;
  gid_t group;
  std::vector<gid_t> groups;  // supplementary groups
};

template <class Number>
std::vector<Number> numbers_of(std::string_view field) {
  std::vector<Number> numbers;
  for (const std::string_view word : mpidbg::split(field, ' ')) {
    // The kernel separates the values by tabs or blanks.
    for (const std::string_view text : mpidbg::split(word, '\t'))
      if (const auto number = mpidbg::whole_number<Number>(text)) numbers.push_back(*number);
  }
  return numbers;
}

// Returns the user and groups of a process. Fails for a process that has changed its user or group, and for a process
// that its user may not read. The memory of such a process must not be given to the user who started it.
Result<Owner> owner_of(pid_t pid) {
  const std::string name = "process " + std::to_string(pid);
  struct stat memory {};
  const auto status = corefile::read_proc_file(corefile::proc_path(pid, "status"));
  if (!status || ::stat(corefile::proc_path(pid, "mem").c_str(), &memory) != 0)
    return Error{ErrorCode::not_found, "no process with pid " + std::to_string(pid)};
  const auto users = numbers_of<uid_t>(corefile::status_field(*status, "Uid"));
  const auto groups = numbers_of<gid_t>(corefile::status_field(*status, "Gid"));
  // `users` and `groups` have the real, effective, saved and file system ids.
  const bool are_all = users.size() == 4 && groups.size() == 4;
  const auto is_user = [&](uid_t user) { return user == memory.st_uid; };
  const auto is_group = [&](gid_t group) { return group == memory.st_gid; };
  if (!are_all || !std::all_of(users.begin(), users.end(), is_user) ||
      !std::all_of(groups.begin(), groups.end(), is_group))
    return Error{ErrorCode::not_supported,
                 name + " has changed its user or group, or is not readable by its user: it is not captured"};
  return Owner{memory.st_uid, memory.st_gid, numbers_of<gid_t>(corefile::status_field(*status, "Groups"))};
}

// Gives this process the user and groups of the owner, and drops all rights of root permanently except the right to
// read any process (CAP_SYS_PTRACE). Drops none if the owner is root, or if this process does not run as root.
Status become(const Owner &owner) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return system_error("PR_SET_NO_NEW_PRIVS");
  if (::geteuid() != 0 || owner.user == 0) return {};
  if (::prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) != 0) return system_error("PR_SET_KEEPCAPS");
  if (::setgroups(owner.groups.size(), owner.groups.data()) != 0) return system_error("setgroups");
  if (::setresgid(owner.group, owner.group, owner.group) != 0) return system_error("setresgid");
  if (::setresuid(owner.user, owner.user, owner.user) != 0) return system_error("setresuid");
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> rights{};
  rights[0].permitted = rights[0].effective = 1U << CAP_SYS_PTRACE;
  if (::syscall(SYS_capset, &header, rights.data()) != 0) return system_error("capset");
  return {};
}

// The first letter of the child's answer says what follows: the text of an error, nothing (the process does not use
// MPI), or the rank, end_of_rank and the bytes of a capture.
constexpr char is_error = 'e', is_other_program = 'o', is_captured = 'c';
constexpr char end_of_rank = '\n';

class Child {
 public:
  Child(const Options &options, pid_t pid) : options_(options), pid_(pid), plugins_(options.plugin) {}

  Status load_plugin() { return plugins_.load_if_independent_of_target(); }

  std::string work(const Owner &owner) {
    if (const auto changed = become(owner); !changed) return is_error + changed.error().message;
    const auto answer = capture();
    return answer ? *answer : is_error + answer.error().message;
  }

 private:
  Result<std::string> capture() {
    {
      // Whether the process uses MPI is checked before the dump is read, so that another program can still get the
      // complete dump of a process without MPI.
      MPIDBG_ASSIGN(process, corefile::open_live_process(pid_, options_.open));
      if (corefile::find_mpi_entry_point(*process).module == nullptr) return std::string(1, is_other_program);
    }
    MPIDBG_ASSIGN(start, corefile::read_dump_start(STDIN_FILENO));
    MPIDBG_ASSIGN(process, corefile::DyingProcess::open(pid_, std::move(start), options_.open));
    corefile::RecordedProcess recorded(*process);
    corefile::Secrets secrets;
    recorded.facts().profiling = encode_profiling(corefile::examine_mpi_profiling(*process), *process);
    if (options_.redact) {
      describe_redacted_origin(recorded.facts(), *process, process->name(), host_name(), secrets);
    } else {
      describe_origin(recorded.facts(), *process, process->name(), host_name());
    }
    recorded.take_stacks();
    const AskedProcess asked = ask_everything(recorded, plugins_, options_.with_data);
    recorded.take();
    if (!secrets.empty()) recorded.redact(secrets);
    const int rank =
        asked.world_rank >= 0 ? asked.world_rank : corefile::job_identity(*process).world_rank.value_or(-1);
    const std::vector<std::byte> bytes = recorded.capture();
    std::string answer = is_captured + std::to_string(rank) + end_of_rank;
    return answer.append(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  }

  const Options &options_;
  const pid_t pid_;
  Plugins plugins_;
};

class CorePatternCommand {
 public:
  CorePatternCommand(const Options &options, Messages &messages) : options_(options), messages_(messages) {
    ::openlog("mpidbg", LOG_PID, LOG_DAEMON);
  }

  ExitCode run() {
    const auto pid =
        options_.targets.size() == 1 ? mpidbg::whole_number<pid_t>(options_.targets.front()) : std::nullopt;
    if (!pid || *pid <= 0) {
      say_error("--core-pattern takes the pid of one process, %P in /proc/sys/kernel/core_pattern");
      return ExitCode::usage;
    }
    // Other plugins are refused, because they would run in the child, which has the right to read any process.
    if (!options_.plugin.plugin.empty() || !options_.plugin.safe_path.empty()) {
      say_error("--core-pattern asks mpidbg's own plugin, and takes no --plugin and no --plugin-safe-path");
      return ExitCode::usage;
    }
    const auto code = capture(*pid);
    if (code) return *code;
    say_error("pid " + std::to_string(*pid) + ": " + code.error().message);
    return ExitCode::failed;
  }

 private:
  Result<ExitCode> capture(pid_t pid) {
    MPIDBG_ASSIGN(owner, owner_of(pid));
    Child child(options_, pid);
    MPIDBG_TRY(child.load_plugin());
    WorkResult result;
    work_in_processes(
        1, WorkLimits(), [&](std::size_t) { return child.work(owner); },
        [&](std::size_t, WorkResult answer) { result = std::move(answer); });
    if (!result.problem.empty()) return Error{ErrorCode::system, result.problem};
    std::string_view answer = result.bytes;
    const char kind = answer.empty() ? is_error : answer.front();
    answer.remove_prefix(std::min<std::size_t>(1, answer.size()));
    if (kind == is_other_program) {
      messages_.note("pid " + std::to_string(pid) +
                     " is not an MPI program: nothing is captured, and its dump is not read");
      return ExitCode::not_enough;
    }
    if (kind != is_captured) return Error{ErrorCode::unavailable, std::string(answer)};
    const std::string rank(mpidbg::take_until(answer, end_of_rank));
    MPIDBG_ASSIGN(path, write(pid, mpidbg::whole_number<int>(rank).value_or(-1), answer, owner));
    say("wrote " + path + " of pid " + std::to_string(pid));
    return ExitCode::done;
  }

  // Never replaces or follows an existing file, which may belong to anyone.
  Result<std::string> write(pid_t pid, int rank, std::string_view bytes, const Owner &owner) const {
    if (bytes.size() > most_capture_bytes) {
      return Error{ErrorCode::out_of_range, "the capture has " + std::to_string(bytes.size()) +
                                                " bytes, which exceeds the limit of " +
                                                std::to_string(most_capture_bytes)};
    }
    const std::string path = file_name(pid, rank);
    const mpidbg::FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file) return system_error("cannot make " + path);
    const auto fill = [&]() -> Status {
      for (std::string_view rest = bytes; !rest.empty();) {
        const ssize_t written = ::write(file.get(), rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return system_error("cannot write " + path);
        rest.remove_prefix(static_cast<std::size_t>(written));
      }
      // A full disk or a lost file server may be reported only by fsync().
      if (::fsync(file.get()) != 0) return system_error("cannot write " + path);
      // The file is complete before its owner gets access to it.
      if (::geteuid() == 0 && ::fchown(file.get(), owner.user, owner.group) != 0)
        return system_error("cannot give " + path + " to its owner");
      return {};
    };
    if (const Status filled = fill(); !filled) {
      ::unlink(path.c_str());
      return filled.error();
    }
    return path;
  }

  std::string file_name(pid_t pid, int rank) const {
    std::string pattern = options_.output;
    if (pattern.ends_with('/')) pattern += "rank%r.%h.%p.capture";
    std::string name;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      const char what = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
      if (what == 'r') {
        name += rank < 0 ? "unknown" : std::to_string(rank);
      } else if (what == 'h') {
        name += host_name();
      } else if (what == 'p') {
        name += std::to_string(pid);
      } else {
        name += pattern[i];
        continue;
      }
      ++i;
    }
    return name;
  }

  // Reports an error on stderr and to the system log, because the kernel discards the stderr of the programs that it
  // starts.
  void say_error(const std::string &text) {
    messages_.error(text);
    ::syslog(LOG_ERR, "%s", mqs_shim::printable(text).c_str());
  }
  void say(const std::string &text) {
    messages_.note(text);
    ::syslog(LOG_NOTICE, "%s", mqs_shim::printable(text).c_str());
  }

  const Options &options_;
  Messages &messages_;
};

}  // namespace

ExitCode run_core_pattern(const Options &options, Messages &messages) {
  return CorePatternCommand(options, messages).run();
}

}  // namespace command
