// Implements `record`, which runs a program with the recorder preloaded, or builds a recorder.

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/recorder_search.h"

namespace command {

namespace {

// Puts the recorder in front of other preloaded libraries: the program's MPI calls reach the first tool, and the
// recorder passes them on to the next one.
void preload(const std::string &library) {
  std::string libraries = library;
  if (const char *others = std::getenv("LD_PRELOAD"); others != nullptr && *others != '\0')
    libraries.append(":").append(others);
  setenv("LD_PRELOAD", libraries.c_str(), 1);
}

ExitCode build_recorder(const Options &options, Messages &messages) {
  const auto script = find_recorder_builder();
  if (!script) {
    messages.error(script.error().message);
    return ExitCode::failed;
  }
  execl("/bin/sh", "sh", script->c_str(), options.mpicc.c_str(), options.output.c_str(), nullptr);
  messages.error(std::string("cannot run /bin/sh: ") + std::strerror(errno));
  return ExitCode::failed;
}

// Returns the recorder that the user has named by --recorder or MPIDBG_RECORDER; empty if none.
std::string chosen_recorder(const Options &options) {
  const char *const chosen = std::getenv("MPIDBG_RECORDER");
  if (!options.recorder.empty()) return options.recorder;
  return options.mpi.empty() && chosen != nullptr ? chosen : "";
}

// Returns the name of the record's file if it contains neither pid nor rank. Empty if it does, or if no file is
// requested.
std::string fixed_record_file(const Options &options) {
  const char *const pattern =
      options.record_file.empty() ? std::getenv("MPIDBG_RECORD_FILE") : options.record_file.c_str();
  std::string name;
  for (const char *c = pattern == nullptr ? "" : pattern; *c != '\0'; ++c) {
    if (c[0] == '%' && (c[1] == 'p' || c[1] == 'r')) return {};
    if (c[0] == '%' && c[1] == '%') ++c;
    name += *c;
  }
  return name;
}

// Explains why the recorder will not be able to write a file of this name; empty if no reason is known. The recorder
// itself checks each name again.
std::string problem_of_record_file(const std::string &name) {
  struct stat status {};
  if (name.empty() || ::lstat(name.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return {};
  const bool is_link = S_ISLNK(status.st_mode);
  return "cannot write the record to " + name + ": it is " +
         (is_link ? "a symbolic link, which is neither followed nor replaced"
                  : "not a regular file, and is not replaced");
}

}  // namespace

ExitCode run_record(const Options &options, Messages &messages) {
  if (options.build_recorder) return build_recorder(options, messages);
  if (const auto program = check_program(options.program.front()); !program) {
    messages.error(program.error().message);
    return ExitCode::failed;
  }
  if (const std::string problem = problem_of_record_file(fixed_record_file(options)); !problem.empty()) {
    messages.error(problem);
    return ExitCode::failed;
  }
  const std::string chosen = chosen_recorder(options);
  const bool is_detected = chosen.empty() && options.mpi.empty();
  const auto mpi = is_detected ? mpi_of_program(options.program) : options.mpi;
  if (!mpi) {
    messages.error(mpi.error().message);
    return ExitCode::usage;
  }
  const auto library = chosen.empty() ? find_recorder(*mpi) : check_recorder(chosen);
  if (!library) {
    messages.error(library.error().message);
    return ExitCode::failed;
  }
  // The dynamic linker separates names at these characters, which cannot be escaped.
  if (library->find_first_of(" :") != std::string::npos) {
    messages.error("the recorder cannot be preloaded from a directory with a space or colon: " + *library);
    return ExitCode::failed;
  }
  preload(*library);
  if (options.keep_freed) setenv("MPIDBG_KEEP_FREED", "1", 1);
  if (!options.record_memory.empty()) setenv("MPIDBG_RECORD_MEMORY", options.record_memory.c_str(), 1);
  if (!options.record_file.empty()) setenv("MPIDBG_RECORD_FILE", options.record_file.c_str(), 1);
  if (options.record_interval > 0) setenv("MPIDBG_RECORD_INTERVAL", std::to_string(options.record_interval).c_str(), 1);

  std::vector<char *> words;
  for (const std::string &word : options.program) words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL);  // main ignores it, and the program would inherit that
  execvp(words.front(), words.data());
  messages.error("cannot run " + options.program.front() + ": " + std::strerror(errno));
  return ExitCode::failed;
}

}  // namespace command
