#include "corefile/mpi/launcher.h"

#include <algorithm>
#include <sstream>
#include <tuple>

#include "corefile/elf/elf_file.h"
#include "corefile/mpi/job_identity.h"
#include "corefile/process/proc_files.h"

namespace corefile {

namespace {

constexpr std::size_t most_descendants = 65536;

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  for (const pid_t tid : numbers_in(proc_path(pid, "task"))) {
    const auto content = read_proc_file(proc_path(pid, "task/" + std::to_string(tid) + "/children"));
    if (!content) continue;
    std::istringstream words(*content);
    for (pid_t child; words >> child;) children.push_back(child);
  }
  return children;
}

bool defines_mpi(const std::string &executable) {
  const auto file = ElfFile::open(executable);
  const SymbolName name("PMPI_Init");
  return file && ((*file)->find_exported_symbol(name, SymbolKind::function) != nullptr ||
                  (*file)->find_static_symbol(name, SymbolKind::function) != nullptr);
}

// Not the shell or wrapper script that started the program with the rank's environment.
bool has_mpi_library(pid_t pid) {
  for (const FileMapping &mapping : read_file_mappings(pid)) {
    const std::string_view name = std::string_view(mapping.path).substr(mapping.path.rfind('/') + 1);
    if (name.starts_with("libmpi")) return true;
  }
  return defines_mpi(proc_path(pid, "exe"));
}

struct Rank {
  std::string job;
  int rank;
  pid_t pid;
};

}  // namespace

std::vector<pid_t> processes_started_by(pid_t launcher) {
  std::vector<Rank> ranks;
  std::vector<pid_t> pending = children_of(launcher);
  for (std::size_t seen = 0; !pending.empty() && seen < most_descendants; ++seen) {
    const pid_t pid = pending.back();
    pending.pop_back();
    const auto block = read_proc_file(proc_path(pid, "environ"));
    const JobIdentity identity = block ? identity_in(environment_in_block(*block)) : JobIdentity{};
    if (identity.world_rank && has_mpi_library(pid)) {
      ranks.push_back({identity.job, *identity.world_rank, pid});  // what it has started is its own affair
      continue;
    }
    const std::vector<pid_t> children = children_of(pid);
    pending.insert(pending.end(), children.begin(), children.end());
  }
  std::sort(ranks.begin(), ranks.end(), [](const Rank &a, const Rank &b) {
    return std::tie(a.job, a.rank, a.pid) < std::tie(b.job, b.rank, b.pid);
  });
  std::vector<pid_t> pids;
  for (const Rank &rank : ranks) pids.push_back(rank.pid);
  return pids;
}

}  // namespace corefile
