#include "corefile/mpi/launcher_job.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "corefile/mpi/launcher.h"
#include "corefile/process/environment.h"
#include "corefile/process/memory_reader.h"
#include "corefile/process/proc_files.h"
#include "mpidbg/base/split.h"

namespace corefile {

namespace {

constexpr std::uint32_t most_processes = 1u << 22;
constexpr std::size_t longest_host_name = 255;

MemoryReader memory_of(const Process &process) {
  return MemoryReader(
      [&process](Address address, void *buffer, std::size_t size) { return process.read_up_to(address, buffer, size); },
      ElfFormat(process.pointer_size() == 8 ? ELFCLASS64 : ELFCLASS32, process.byte_order()));
}

// Returns an environment variable with the value that it has now, because srun, for example, adds its job to its own
// environment. If that cannot be read, returns the value at the start of the process.
std::string variable_of(const Process &process, const char *name) {
  MemoryReader memory = memory_of(process);
  const auto environ_at = process.find_symbol("environ", SymbolKind::data);
  Environment now;
  if (environ_at) now = current_environment(*environ_at, memory);
  for (const Environment &environment : {now, process.initial_environment()}) {
    const auto found = environment.find(name);
    if (found != environment.end()) return found->second;
  }
  return {};
}

std::string slurm_job_of(const Process &process) {
  return variable_of(process, "SLURM_JOB_ID");
}

std::string in_directory(const std::string &directory, const std::string &file) {
  return file.empty() || file.starts_with('/') || directory.empty() ? file : directory + "/" + file;
}

bool is_hydra(const Process &process) {
  return !process.modules().empty() && process.modules().front().path.find("hydra") != std::string::npos;
}

}  // namespace

Result<ProcessesByHost> read_mpir_table(const Process &process) {
  const auto table = process.find_symbol("MPIR_proctable", SymbolKind::data);
  const auto size = process.find_symbol("MPIR_proctable_size", SymbolKind::data);
  if (!table || !size) return Error{ErrorCode::not_found, process.name() + " has no MPIR_proctable"};
  MemoryReader memory = memory_of(process);
  const auto count = memory.value<std::uint32_t>(*size);
  const auto first = memory.word(*table);
  if (!count || !first) return Error{ErrorCode::unreadable, process.name() + ": cannot read MPIR_proctable", *table};
  if (*count > most_processes) {
    return Error{ErrorCode::corrupt,
                 process.name() + ": MPIR_proctable_size is " + std::to_string(*count) +
                     ", which exceeds the limit of " + std::to_string(most_processes),
                 *size};
  }
  const std::uint64_t pointer_size = process.pointer_size();
  const std::uint64_t entry_size = 3 * pointer_size;
  ProcessesByHost processes;
  std::map<std::uint64_t, std::string> names;  // host names by their addresses, which many entries share
  for (std::uint32_t i = 0; i < *count; ++i) {
    const Address entry(*first + i * entry_size);
    const auto name = memory.word(entry);
    const auto pid = memory.value<std::int32_t>(Address(entry.value() + 2 * pointer_size));
    if (!name || !pid) return Error{ErrorCode::unreadable, process.name() + ": cannot read MPIR_proctable", entry};
    if (!names.contains(*name)) {
      auto host = memory.string(Address(*name), longest_host_name);
      if (!host)
        return Error{ErrorCode::unreadable, process.name() + ": cannot read a host_name of MPIR_proctable", entry};
      names[*name] = std::move(*host);
    }
    if (*pid > 0) processes[names[*name]].insert(*pid);
  }
  return processes;
}

void read_hydra_words(const std::vector<std::string> &words, LauncherJob &job) {
  const auto is_one_of = [](std::string_view option, std::initializer_list<std::string_view> names) {
    while (option.starts_with('-')) option.remove_prefix(1);
    return std::find(names.begin(), names.end(), option) != names.end();
  };
  for (std::size_t i = 1; i + 1 < words.size() && words[i].starts_with('-'); ++i) {
    if (is_one_of(words[i], {"f", "hostfile", "machinefile", "machine"}))
      job.host_file = words[++i];
    else if (is_one_of(words[i], {"hosts", "host"})) {
      for (const std::string_view part : mpidbg::split_list(words[++i], ','))
        job.nodes.emplace_back(part.substr(0, part.find(':')));
    } else if (is_one_of(words[i], {"n", "np", "ppn", "launcher", "launcher-exec", "bootstrap", "bootstrap-exec",
                                    "wdir", "iface", "rmk", "bind-to", "map-by"})) {
      ++i;
    } else if (is_one_of(words[i], {"genv", "env"})) {
      i += 2;
    }
  }
}

Result<LauncherJob> job_of_launcher(pid_t launcher) {
  const std::string program = program_name(launcher);
  const std::string who = "pid " + std::to_string(launcher);
  if (launcher_kind(program) != LauncherKind::launcher)
    return Error{ErrorCode::out_of_range,
                 who + (program.empty() ? " does not exist" : " (" + program + ") is not a launcher")};
  MPIDBG_ASSIGN(process, open_live_process(launcher, {}));
  LauncherJob job;
  job.slurm_job = slurm_job_of(*process);
  if (program == "srun") {
    job.launcher = LauncherJob::Launcher::srun;
    if (job.slurm_job.empty()) return Error{ErrorCode::unavailable, who + " (srun) has no job in its environment yet"};
    if (const std::string step = variable_of(*process, "SLURM_STEP_ID"); !step.empty()) job.slurm_job += "." + step;
    return job;
  }
  if (is_hydra(*process)) {
    job.launcher = LauncherJob::Launcher::hydra;
    read_hydra_words(command_line(launcher), job);
    if (job.host_file.empty() && job.nodes.empty()) job.host_file = variable_of(*process, "HYDRA_HOST_FILE");
    job.host_file = in_directory(link_target(proc_path(launcher, "cwd")), job.host_file);
    return job;
  }
  job.launcher = LauncherJob::Launcher::mpirun;
  MPIDBG_ASSIGN(table, read_mpir_table(*process));
  for (const auto &[host, pids] : table) job.nodes.push_back(host);
  job.processes = std::move(table);
  if (job.nodes.empty()) return Error{ErrorCode::unavailable, who + " (" + program + ") has started no processes yet"};
  return job;
}

}  // namespace corefile
