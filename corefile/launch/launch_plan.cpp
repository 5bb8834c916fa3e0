#include "corefile/launch/launch_plan.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "corefile/launch/node_names.h"
#include "corefile/launch/run_programs.h"
#include "mpidbg/base/split.h"

namespace corefile {

namespace {

using Kind = LauncherChoice::Kind;
using Words = std::vector<std::string>;

constexpr std::string_view node_mark = "%h";

struct LauncherName {
  std::string_view name;
  Kind kind;
  bool takes_argument, needs_argument;
};
constexpr LauncherName launcher_names[] = {{"auto", Kind::automatic, false, false}, {"slurm", Kind::slurm, true, false},
                                           {"mpirun", Kind::mpirun, true, false},   {"hydra", Kind::hydra, true, false},
                                           {"ssh", Kind::ssh, true, true},          {"clush", Kind::clush, true, true}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string join(const Words &words, char between) {
  std::string text;
  for (const std::string &word : words) text += (text.empty() ? "" : std::string(1, between)) + word;
  return text;
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

// Returns the first of the names that is in PATH. Names such as "mpirun.openmpi" come first, because the plain "mpirun"
// may belong to another MPI library.
std::string program_in_path(std::initializer_list<const char *> names) {
  const char *const path = std::getenv("PATH");
  for (const char *const name : names)
    for (const std::string_view directory : mpidbg::split_list(path == nullptr ? "/usr/bin:/bin" : path, ':'))
      if (::access((std::string(directory) + "/" + name).c_str(), X_OK) == 0) return name;
  return *names.begin();
}

LaunchPlan one_launch(std::string launcher, Words words, Words nodes) {
  LaunchPlan plan;
  plan.launcher = std::move(launcher);
  plan.launches.push_back({std::move(words), std::move(nodes)});
  return plan;
}

struct SlurmJob {
  std::string name;  // SLURM_JOB_ID, which differs for each task of an array, with the step
  Words nodes;
};

Result<SlurmJob> find_slurm_job(const std::string &job, std::chrono::milliseconds time) {
  const std::string_view number = std::string_view(job).substr(0, job.find('.'));
  const std::string_view step = std::string_view(job).substr(number.size());
  const ProgramOutput answer =
      output_of({"squeue", "--noheader", "--format=%A|%N|%T", "--jobs=" + std::string(number)}, time);
  if (!answer.end.is_success()) return Error{ErrorCode::system, "job " + job + ": " + describe(answer.end, "squeue")};
  const std::vector<std::string_view> lines = mpidbg::split_list(answer.text, '\n');
  if (lines.empty()) return Error{ErrorCode::not_found, "Slurm knows no job " + std::string(number) + " that runs"};
  if (lines.size() > 1)
    return Error{ErrorCode::out_of_range,
                 "job " + job + " is several: name one of them, as " + std::string(number) + "_1"};
  const std::vector<std::string_view> words = mpidbg::split(lines.front(), '|');
  if (words.size() != 3 || !is_slurm_job(words[0]))
    return Error{ErrorCode::corrupt, "job " + job + ": squeue answered '" + std::string(lines.front()) + "'"};
  if (words[1].empty())
    return Error{ErrorCode::unavailable, "job " + job + " has no nodes: it is " + std::string(words[2])};
  SlurmJob found;
  found.name = std::string(words[0]) + std::string(step);
  std::string nodes(words[1]);
  if (!step.empty()) {
    const ProgramOutput of_step = output_of({"squeue", "--noheader", "--format=%N", "--steps=" + found.name}, time);
    if (!of_step.end.is_success())
      return Error{ErrorCode::system, "job " + job + ": " + describe(of_step.end, "squeue")};
    nodes = first_line(of_step.text);
    if (nodes.empty()) return Error{ErrorCode::not_found, "Slurm knows no step " + job + " that runs"};
  }
  MPIDBG_ASSIGN(expanded, expand_nodes(nodes));
  found.nodes = std::move(expanded);
  return found;
}

Result<LaunchPlan> plan_slurm(const std::string &job, const Words &program, std::chrono::milliseconds time) {
  MPIDBG_ASSIGN(found, find_slurm_job(job, time));
  const std::string count = std::to_string(found.nodes.size());
  // The step runs next to the program's step and takes no resources of its own. Settings in the user's environment that
  // make srun add prefixes or not wait for line ends would damage a collector's lines, so they are unset.
  Words words = {"env",
                 "-u",
                 "SLURM_LABELIO",
                 "-u",
                 "SLURM_UNBUFFEREDIO",
                 "srun",
                 "--overlap",
                 "--jobid=" + found.name.substr(0, found.name.find('.')),
                 "--nodes=" + count,
                 "--ntasks=" + count,
                 "--ntasks-per-node=1",
                 "--nodelist=" + join(found.nodes, ','),
                 "--mpi=none",
                 "--mem=0",
                 "--input=none",
                 "--kill-on-bad-exit=0",
                 "--cpu-bind=none",
                 "--quiet"};
  words.insert(words.end(), program.begin(), program.end());
  // The placeholder for the job becomes `found.name`, because the processes know the job by that number.
  for (std::string &word : words)
    if (word.ends_with(slurm_job_mark)) word.replace(word.size() - 1, 1, found.name);
  return one_launch("srun", std::move(words), std::move(found.nodes));
}

// The nodes for a launcher, as a host file or as a list.
struct Hosts {
  std::string file;  // empty: `nodes` is used
  Words nodes;
};
Result<Hosts> hosts_of(const std::string &argument, const Words &nodes, const char *variable, const char *launcher) {
  if (argument.empty() && !nodes.empty()) return Hosts{{}, nodes};
  const char *const named = std::getenv(variable);
  const std::string file = !argument.empty() || named == nullptr ? argument : named;
  if (file.empty()) {
    return Error{ErrorCode::not_found, std::string("no nodes for ") + launcher + ": " + launcher +
                                           ":FILE, --nodes, or " + variable + " in the environment"};
  }
  MPIDBG_ASSIGN(in_file, nodes_in_file(file));
  return Hosts{file, std::move(in_file)};
}

Result<LaunchPlan> plan_mpirun(const std::string &argument, const Words &program, const Words &given) {
  MPIDBG_ASSIGN(hosts, hosts_of(argument, given, "OMPI_MCA_orte_default_hostfile", "mpirun"));
  // The options permit more processes than there are slots, because the job occupies all slots. They also keep a
  // failing collector from ending the collectors on other nodes.
  Words words = {program_in_path({"mpirun.openmpi", "mpirun"}),
                 hosts.file.empty() ? "--host" : "--hostfile",
                 hosts.file.empty() ? join(hosts.nodes, ',') : hosts.file,
                 "--map-by",
                 "ppr:1:node",
                 "--oversubscribe",
                 "--bind-to",
                 "none",
                 "--mca",
                 "orte_abort_on_non_zero_status",
                 "0"};
  words.insert(words.end(), program.begin(), program.end());
  return one_launch("mpirun", std::move(words), std::move(hosts.nodes));
}

Result<LaunchPlan> plan_hydra(const std::string &argument, const Words &program, const Words &given) {
  MPIDBG_ASSIGN(hosts, hosts_of(argument, given, "HYDRA_HOST_FILE", "hydra"));
  Words words = {program_in_path({"mpiexec.hydra", "mpiexec"}),
                 hosts.file.empty() ? "-hosts" : "-f",
                 hosts.file.empty() ? join(hosts.nodes, ',') : hosts.file,
                 "-ppn",
                 "1",
                 "-n",
                 std::to_string(hosts.nodes.size())};
  words.insert(words.end(), program.begin(), program.end());
  return one_launch("mpiexec.hydra", std::move(words), std::move(hosts.nodes));
}

Result<LaunchPlan> plan_ssh(const std::string &argument, const Words &program) {
  MPIDBG_ASSIGN(nodes, expand_nodes(argument));
  LaunchPlan plan;
  plan.launcher = "ssh";
  for (const std::string &node : nodes) {
    Words words = {"ssh", "-o", "BatchMode=yes", "-T", node};
    words.insert(words.end(), program.begin(), program.end());
    plan.launches.push_back({std::move(words), {node}});
  }
  return plan;
}

Result<LaunchPlan> plan_clush(const std::string &argument, const Words &program) {
  MPIDBG_ASSIGN(nodes, expand_nodes(argument));
  Words words = {"clush", "-w", join(nodes, ','), "-o", "-T"};
  words.insert(words.end(), program.begin(), program.end());
  return one_launch("clush", std::move(words), std::move(nodes));
}

// Plans a shell command for each node. The shell splits the user's command into words, and is then replaced by the
// program that it starts.
Result<LaunchPlan> plan_command(const std::string &command, const Words &program, const Words &nodes) {
  if (nodes.empty()) return Error{ErrorCode::not_found, "no nodes for the launcher '" + command + "': give --nodes"};
  LaunchPlan plan;
  plan.launcher = command.substr(0, command.find(' '));
  for (const std::string &node : nodes) {
    std::string line = command;
    for (std::size_t at = 0; (at = line.find(node_mark, at)) != std::string::npos; at += node.size())
      line.replace(at, node_mark.size(), node);
    plan.launches.push_back({{"sh", "-c", line + " " + join(program, ' ')}, {node}});
  }
  return plan;
}

}  // namespace

std::vector<std::string> LaunchPlan::nodes() const {
  std::vector<std::string> all;
  for (const Launch &launch : launches) all.insert(all.end(), launch.nodes.begin(), launch.nodes.end());
  return all;
}

bool is_plain_word(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("/._:,=+@-").find(c) != std::string_view::npos;
  });
}

bool is_slurm_job(std::string_view text) {
  const std::vector<std::string_view> parts = mpidbg::split(text, '.');
  if (parts.empty() || parts.front().empty() || parts.size() > 2 || text.ends_with('.') || text.size() > 40)
    return false;
  const auto is_number = [](std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
  };
  const std::vector<std::string_view> task = mpidbg::split(parts.front(), '_');
  return task.size() <= 2 && !parts.front().ends_with('_') && std::all_of(task.begin(), task.end(), is_number) &&
         (parts.size() == 1 || is_number(parts.back()));
}

Result<LauncherChoice> parse_launcher(std::string_view word) {
  if (word.find(node_mark) != std::string_view::npos) return LauncherChoice{Kind::command, std::string(word)};
  const std::string_view name = word.substr(0, word.find(':'));
  const std::string argument(word.size() == name.size() ? "" : word.substr(name.size() + 1));
  const auto *const known = std::find_if(std::begin(launcher_names), std::end(launcher_names),
                                         [&](const LauncherName &launcher) { return launcher.name == name; });
  if (known == std::end(launcher_names)) {
    return Error{ErrorCode::out_of_range, "not a launcher: '" + std::string(word) +
                                              "'; auto, slurm[:JOB[.STEP]], mpirun[:FILE], hydra[:FILE], ssh:NODES, "
                                              "clush:NODES or a command with %h"};
  }
  const bool has_argument = word.size() != name.size();
  if (has_argument && (argument.empty() || !known->takes_argument))
    return Error{ErrorCode::out_of_range, "not a launcher: '" + std::string(word) + "'"};
  if (!has_argument && known->needs_argument)
    return Error{ErrorCode::out_of_range, std::string(name) + " needs nodes, as in " + std::string(name) + ":n[1-4]"};
  if (known->kind == Kind::slurm && has_argument && !is_slurm_job(argument))
    return Error{ErrorCode::out_of_range, "not a job of Slurm: '" + argument + "'"};
  if (known->kind == Kind::ssh || known->kind == Kind::clush) MPIDBG_TRY(expand_nodes(argument));
  return LauncherChoice{known->kind, argument};
}

Result<LaunchPlan> plan_launch(const LauncherChoice &choice, const Words &program,
                               const std::vector<std::string> &nodes, std::chrono::milliseconds time) {
  for (const std::string &word : program)
    if (!is_plain_word(word))
      return Error{ErrorCode::out_of_range,
                   "cannot be started on nodes: '" + word + "' has characters that shells take for more"};
  switch (choice.kind) {
    case Kind::automatic:
      break;
    case Kind::slurm: {
      const char *const job = std::getenv("SLURM_JOB_ID");
      if (!choice.argument.empty()) return plan_slurm(choice.argument, program, time);
      if (job != nullptr && is_slurm_job(job)) return plan_slurm(job, program, time);
      return Error{ErrorCode::not_found, "no job of Slurm: slurm:JOB, or a shell in an allocation"};
    }
    case Kind::mpirun:
      return plan_mpirun(choice.argument, program, nodes);
    case Kind::hydra:
      return plan_hydra(choice.argument, program, nodes);
    case Kind::ssh:
      return plan_ssh(choice.argument, program);
    case Kind::clush:
      return plan_clush(choice.argument, program);
    case Kind::command:
      return plan_command(choice.argument, program, nodes);
  }
  return Error{ErrorCode::not_supported, "the launcher is not known"};
}

}  // namespace corefile
