#include "corefile/process/live_process.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <ctime>
#include <thread>

#include "corefile/process/populated_pages.h"
#include "corefile/process/proc_files.h"
#include "mpidbg/base/elf_identity.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/split.h"

namespace corefile {

namespace {

constexpr int exec_milliseconds = 100;  // time for execve() to lay out the new program

// The number of attempts to trace a process that has no other tracer. Unless permission is missing, the second attempt
// succeeds.
constexpr int most_refusals = 3;

constexpr std::string_view deleted_mark = " (deleted)";

std::string without_deleted_mark(std::string path) {
  if (path.ends_with(deleted_mark)) path.resize(path.size() - deleted_mark.size());
  return path;
}

bool same_file(const std::string &a, const std::string &b) {
  struct stat first, second;
  if (::stat(a.c_str(), &first) != 0 || ::stat(b.c_str(), &second) != 0) return false;
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

Error no_permission(pid_t pid) {
  std::string how = "no permission to read process " + std::to_string(pid) +
                    ": run as the user it belongs to, or with CAP_SYS_PTRACE";
  const auto scope = read_proc_file("/proc/sys/kernel/yama/ptrace_scope");
  if (scope && !scope->starts_with('0')) {
    how += "; /proc/sys/kernel/yama/ptrace_scope is " + scope->substr(0, 1) +
           " and keeps users from each other's "
           "and their own processes, 0 allows the latter";
  }
  return Error{ErrorCode::system, std::move(how)};
}

Result<AuxiliaryVector> read_auxiliary_vector(pid_t pid, const Machine &machine) {
  const auto content = read_proc_file(proc_path(pid, "auxv"));
  if (!content) return no_permission(pid);
  return AuxiliaryVector(Bytes(reinterpret_cast<const std::byte *>(content->data()), content->size()),
                         machine.format());
}

Result<const Machine *> machine_of_process(pid_t pid) {
  const auto identity = mpidbg::elf_identity_of_file(proc_path(pid, "exe"));
  // If the program cannot be read, the process cannot be read either. A later step reports that.
  if (!identity) return &x86_64;
  if (const Machine *const machine = machine_of(*identity)) return machine;
  return Error{ErrorCode::not_supported, "process " + std::to_string(pid) + " is of another architecture (" +
                                             mpidbg::architecture_name(identity->elf_class, identity->machine) +
                                             "): this version reads " + std::string(mpidbg::architectures_read)};
}

std::string as_text(const OtherTracer &tracer) {
  return "is being traced by pid " + std::to_string(tracer.pid) + " (" + tracer.program + ")";
}

// Returns the error for a process whose status in /proc could not be read. `error` is the reason.
Error no_process(pid_t pid, const Error &error) {
  if (error.code != ErrorCode::not_found) return error;
  if (const Status status = check_proc(); !status) return status.error();
  return Error{ErrorCode::not_found, "no process with pid " + std::to_string(pid)};
}

// Returns a path to the root directory of the process; empty if the process sees the same files as this program.
std::string root_of(pid_t pid) {
  const bool same_mounts = link_target("/proc/self/ns/mnt") == link_target(proc_path(pid, "ns/mnt"));
  return same_mounts && link_target(proc_path(pid, "root")) == link_target("/proc/self/root") ? std::string()
                                                                                              : proc_path(pid, "root");
}

}  // namespace

Result<std::unique_ptr<Process>> open_live_process(pid_t pid, const OpenOptions &options) {
  return LiveProcess::open(pid, options);
}

Result<std::unique_ptr<Process>> LiveProcess::open(pid_t pid, const OpenOptions &options) {
  std::unique_ptr<LiveProcess> process(new LiveProcess(pid, options));
  MPIDBG_TRY(process->begin());
  return std::unique_ptr<Process>(std::move(process));
}

Status LiveProcess::begin() {
  MPIDBG_TRY(check());
  MPIDBG_ASSIGN(machine, machine_of_process(pid_));
  auto auxiliary = read_auxiliary_vector(pid_, *machine);
  // The auxiliary vector is empty for a moment during execve(), so a short wait may help.
  for (int i = 0; i < exec_milliseconds && auxiliary && auxiliary->empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    MPIDBG_TRY(check());
    MPIDBG_ASSIGN(now, machine_of_process(pid_));
    machine = now;
    auxiliary = read_auxiliary_vector(pid_, *machine);
  }
  if (!auxiliary) return auxiliary.error();
  memory_ = mpidbg::FileDescriptor(::open(proc_path(pid_, "mem").c_str(), O_RDONLY | O_CLOEXEC));
  MPIDBG_TRY(check_readable(*auxiliary));
  find_modules(*auxiliary, *machine);
  return {};
}

Status LiveProcess::check() const {
  const std::string number = std::to_string(pid_);
  const auto status = pid_ > 0 ? read_proc_file(proc_path(pid_, "status"))
                               : Result<std::string>(Error{ErrorCode::not_found, "pids are above 0"});
  if (!status) return no_process(pid_, status.error());
  const long group = status_number(*status, "Tgid");
  if (group != pid_) {
    return Error{ErrorCode::not_found, "pid " + number + " is a thread of process " + std::to_string(group)};
  }
  const std::string_view state = status_field(*status, "State");
  if (state.starts_with('Z') && kernel_state(pid_) != KernelState::zombie) {
    return Error{ErrorCode::unavailable,
                 "the main thread of process " + number +
                     " has ended, and others of it go on: " + "a process is read by its main thread"};
  }
  if (state.starts_with('Z') || state.starts_with('X')) {
    return Error{ErrorCode::unavailable, "process " + number + " has ended (a zombie): it has no memory any more"};
  }
  if (status_field(*status, "VmSize").empty()) {
    return Error{ErrorCode::unavailable,
                 "process " + number + " is a kernel thread or is just ending: it has no memory"};
  }
  return {};
}

Status LiveProcess::check_readable(const AuxiliaryVector &auxiliary) const {
  const std::string number = std::to_string(pid_);
  if (auxiliary.empty()) return Error{ErrorCode::unavailable, "process " + number + " is just starting or ending"};
  std::byte probe;
  if (read_process(auxiliary.address(AT_PHDR), &probe, 1) != 1) return no_permission(pid_);
  return {};
}

void LiveProcess::find_modules(const AuxiliaryVector &auxiliary, const Machine &machine) {
  const std::string root = options().sysroot.empty() ? root_of(pid_) : options().sysroot;
  const std::string link = proc_path(pid_, "exe");
  ModuleSource source;
  source.machine = &machine;
  source.auxiliary = auxiliary;
  source.executable = without_deleted_mark(link_target(link));
  if (!options().executable.empty()) {
    source.executable_places = {options().executable};
  } else if (!options().sysroot.empty() || same_file(path_below(root, source.executable), link)) {
    source.executable_places = {path_below(root, source.executable)};
  } else {
    source.executable_places = {link};
  }
  source.place = [this, root](const std::string &path, Address load_bias, unsigned attempt) {
    if (attempt == 0) return path_below(root, path);
    return attempt == 1 ? path_of_mapping(load_bias) : std::string();
  };
  source.mappings = [this] { return read_file_mappings(pid_); };
  load(std::move(source));
}

// Returns a path to the mapped file that works even if the file was deleted or replaced.
std::string LiveProcess::path_of_mapping(Address inside) const {
  const std::vector<FileMapping> mappings = read_file_mappings(pid_);
  const FileMapping *const mapping = mapping_at(mappings, inside);
  if (mapping == nullptr) return {};
  // Names in map_files have hexadecimal addresses without prefix, as in /proc/PID/maps.
  const auto digits = [](Address address) { return mpidbg::hex(address).substr(2); };
  return proc_path(pid_, "map_files/" + digits(mapping->range.begin) + "-" + digits(mapping->range.end));
}

std::size_t LiveProcess::read_process(Address address, void *buffer, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const iovec local = {static_cast<std::byte *>(buffer) + done, size - done};
    const iovec remote = {reinterpret_cast<void *>(address.value() + done), size - done};
    ssize_t got = ::process_vm_readv(pid_, &local, 1, &remote, 1, 0);
    if (got < 0 && errno != EFAULT && errno != ESRCH && memory_ && address.value() + done <= INT64_MAX) {
      got = ::pread(memory_.get(), local.iov_base, local.iov_len, static_cast<off_t>(address.value() + done));
    }
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::optional<std::vector<AddressRange>> LiveProcess::populated_memory(const AddressRange &range,
                                                                       std::size_t most) const {
  if (!pagemap_) pagemap_ = mpidbg::FileDescriptor(::open(proc_path(pid_, "pagemap").c_str(), O_RDONLY | O_CLOEXEC));
  return populated_pages(pagemap_.get(), range, most);
}

Status LiveProcess::stop() {
  if (depth_ == 0) MPIDBG_TRY(hold());
  ++depth_;
  return {};
}

Status LiveProcess::hold() {
  // Waits for another tracer only while this program holds no process. Otherwise two programs could each hold a process
  // and wait for the other's process forever.
  const bool may_wait = processes_held() == 0;
  const auto start = std::chrono::steady_clock::now();
  for (int refusals = 0;;) {
    if (const auto status = read_proc_file(proc_path(pid_, "status")); !status)
      return status.error().code != ErrorCode::not_found
                 ? status.error()
                 : Error{ErrorCode::not_found, "process " + std::to_string(pid_) + " has ended"};
    auto tracer = other_tracer_of_main_thread(pid_);
    if (!tracer) {
      auto held = ThreadStop::hold(pid_);
      if (held) {
        stop_.emplace(std::move(*held));
        ++processes_held();
        return {};
      }
      if (held.error().code != ErrorCode::unavailable) return held.error();
      // Another tracer may have been first and may have left already.
      tracer = other_tracer_of_any_thread(pid_);
      if (!tracer && ++refusals == most_refusals) return Error{ErrorCode::system, held.error().message};
    }
    if (tracer) {
      const auto patience = patience_with(*tracer);
      if (!may_wait && patience.count() != 0) return traced_and_runs(*tracer);
      if (std::chrono::steady_clock::now() - start >= patience) {
        note_in_vain(*tracer);
        return read_beside(*tracer);
      }
    }
    wait_for_tracers();
  }
}

Error LiveProcess::traced_and_runs(const OtherTracer &tracer) const {
  return Error{ErrorCode::unavailable,
               name() + " " + as_text(tracer) + " and runs: it cannot be held still for reading"};
}

Status LiveProcess::read_beside(const OtherTracer &tracer) {
  if (!tracer.holds) return traced_and_runs(tracer);
  other_tracer_ = as_text(tracer);
  warn(name() + " " + other_tracer_ + ", which holds it: read without stopping it");
  return {};
}

std::optional<std::vector<Socket>> LiveProcess::sockets() const {
  static thread_local SocketTables tables;
  return tables.of_process(pid_);
}

unsigned &LiveProcess::processes_held() {
  static unsigned held = 0;
  return held;
}

void LiveProcess::let_go() {
  if (stop_) --processes_held();
  stop_.reset();
}

void LiveProcess::resume() {
  if (depth_ == 0 || --depth_ != 0) return;
  let_go();
  other_tracer_.clear();
}

Result<std::vector<ThreadStack>> LiveProcess::stacks() {
  if (stop_) return unwind(stop_->registers(machine()));
  if (is_traced_by_this_thread(pid_))
    return unwind(registers_of_traced(numbers_in(proc_path(pid_, "task")), machine()));
  return Error{ErrorCode::unavailable, "stacks of " + name() + " cannot be read: it " +
                                           (other_tracer_.empty() ? "is not stopped" : other_tracer_)};
}

std::vector<std::string> LiveProcess::arguments() const {
  std::vector<std::string> arguments;
  const auto block = read_proc_file(proc_path(pid_, "cmdline"));
  std::string_view rest = block ? std::string_view(*block) : std::string_view();
  while (!rest.empty()) arguments.emplace_back(mpidbg::take_until(rest, '\0'));
  return arguments;
}

std::optional<std::int64_t> LiveProcess::monotonic_time() const {
  timespec now{};
  if (::clock_gettime(CLOCK_MONOTONIC, &now) != 0) return std::nullopt;
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

Environment LiveProcess::initial_environment() const {
  const auto block = read_proc_file(proc_path(pid_, "environ"));
  return block ? environment_in_block(*block) : Environment{};
}

}  // namespace corefile
