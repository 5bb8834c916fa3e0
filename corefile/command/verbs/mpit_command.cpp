// Implements `mpit`, which runs an MPI_T tool on a target.

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/recorder_search.h"

namespace command {

namespace {

// Returns the full name of the MPI library that `--mpi` selects.
std::string name_of_mpi(const std::string &mpi) {
  if (mpi == "openmpi") return "Open MPI";
  return mpi == "mpich" ? "MPICH" : "an MPI library of the standard ABI";
}

// Explains why the tool cannot inspect the target; empty if no reason is known.
std::string problem_of_tool(const std::string &tool, const std::string &given_mpi) {
  if (is_static_program(tool)) return tool + " is statically linked: MPI_T functions cannot be preloaded into it";
  const std::string linked = mpi_that_file_names(tool);
  if (linked.empty()) return {};
  if (linked != "openmpi" && linked != "mpich")
    return tool + " is linked with " + name_of_mpi(linked) + ": mpit runs tools of Open MPI and MPICH";
  if (given_mpi.empty() || linked == given_mpi) return {};
  return tool + " is linked with " + name_of_mpi(linked) + ", and --mpi " + given_mpi + " is for tools of " +
         name_of_mpi(given_mpi);
}

}  // namespace

ExitCode run_mpit(const Options &options, Messages &messages) {
  if (const auto program = check_program(options.program.front()); !program) {
    messages.error(program.error().message);
    return ExitCode::failed;
  }
  if (const std::string problem = problem_of_tool(options.program.front(), options.mpi); !problem.empty()) {
    messages.error(problem);
    return ExitCode::usage;
  }
  if (const std::string problem = why_not_single(options.targets.front()); !problem.empty()) {
    messages.error(problem);
    return ExitCode::failed;
  }
  if (const OpenedTarget target = open_single_target(options.targets.front(), options); !target.process) {
    messages.error(target.problem);
    return ExitCode::failed;
  }
  const auto mpi = options.mpi.empty() ? mpi_of_program(options.program) : options.mpi;
  if (!mpi) {
    messages.error(mpi.error().message);
    return ExitCode::usage;
  }
  const auto library = find_companion("libmpidbg-mpit", *mpi);
  if (!library) {
    messages.error(library.error().message);
    return ExitCode::failed;
  }
  if (library->find_first_of(" :") != std::string::npos) {
    messages.error("nothing can be preloaded from a directory with a space or colon: " + *library);
    return ExitCode::failed;
  }
  const auto plugin = mqs_shim::find_plugin(options.plugin, nullptr);
  if (!plugin) {
    messages.error(plugin.error().message);
    return ExitCode::failed;
  }
  setenv("MPIDBG_MPIT_PLUGIN", plugin->path.c_str(), 1);
  std::string libraries = *library;
  if (const char *others = std::getenv("LD_PRELOAD"); others != nullptr && *others != '\0') {
    libraries.append(":").append(others);
  }
  setenv("LD_PRELOAD", libraries.c_str(), 1);
  // The target's path is made absolute, because the tool may change its directory.
  std::error_code error;
  const std::string &target = options.targets.front();
  const auto path = std::filesystem::exists(target, error) ? std::filesystem::absolute(target, error).string() : target;
  setenv("MPIDBG_MPIT_TARGET", path.c_str(), 1);
  if (!options.open.executable.empty()) setenv("MPIDBG_MPIT_EXE", options.open.executable.c_str(), 1);
  if (!options.open.sysroot.empty()) setenv("MPIDBG_MPIT_SYSROOT", options.open.sysroot.c_str(), 1);

  std::vector<char *> words;
  for (const std::string &word : options.program) words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL);  // main ignores it, and the tool would inherit that
  execvp(words.front(), words.data());
  messages.error("cannot run " + options.program.front() + ": " + std::strerror(errno));
  return ExitCode::failed;
}

}  // namespace command
