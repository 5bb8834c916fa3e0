// mpidbg: shows what MPI is doing inside a running, stopped or dead process.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "corefile/command/commands.h"

namespace {

using namespace command;

// The plugin and this command find it in the environment; what the user had there comes after it.
void prefer_profile(const std::string &path) {
  std::string places = path;
  if (const char *known = std::getenv("MPIDBG_PROFILE_PATH")) places.append(":").append(known);
  setenv("MPIDBG_PROFILE_PATH", places.c_str(), 1);
}

ExitCode run(const Options &options, Messages &messages) {
  switch (options.verb) {
    case Verb::report: return run_report(options, messages);
    case Verb::profile_extract: return run_profile_extract(options, messages);
    case Verb::profile_check: return run_profile_check(options, messages);
    case Verb::profile_list: return run_profile_list(options, messages);
    case Verb::plugin_check: return run_plugin_check(options, messages);
  }
  return ExitCode::failed;
}

}  // namespace

int main(int argc, char **argv) {
  // A reader that goes away is told by write(), after the process that was looked at runs again.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    Options options;
    if (const auto code = parse_command_line(argc, argv, options)) return static_cast<int>(*code);
    if (options.verb == Verb::report && !options.profile.empty()) prefer_profile(options.profile);
    Messages messages(options.quiet);
    return static_cast<int>(run(options, messages));
  } catch (const std::bad_alloc &) {
    std::fputs("mpidbg: out of memory\n", stderr);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "mpidbg: %s\n", error.what());
  }
  return static_cast<int>(ExitCode::failed);
}
