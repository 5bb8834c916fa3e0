// Implements the command mpidbg, which shows what MPI is doing inside a running, stopped or dead process.

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "corefile/command/targets/nodes.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/default_job.h"
#include "corefile/command/verbs/profile/profile_file.h"
#include "corefile/elf/shrunk_file.h"
#include "mpidbg/layout/profile.h"

namespace {

using namespace command;

// Opens /dev/null for closed standard descriptors. If stdout stayed closed, the first file that is opened would get its
// number, and the answer would be written to that file. /dev/null is opened read-only, so that writing the answer fails
// instead of losing it silently.
void occupy_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    if (::fcntl(fd, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) != fd) return;
}

// Makes malloc() return large blocks to the system when they are freed. Otherwise, tables of a hundred thousand
// messages would take ever larger blocks from the heap, and leave holes there.
void return_large_blocks() {
  constexpr int large = 256 << 10;
  ::mallopt(M_MMAP_THRESHOLD, large);
}

// Puts the path in front of the user's value of MPIDBG_PROFILE_PATH, where the plugin and this command search for
// profiles.
void prefer_profile(const std::string &path) {
  std::string places = path;
  if (const char *known = std::getenv("MPIDBG_PROFILE_PATH")) places.append(":").append(known);
  setenv("MPIDBG_PROFILE_PATH", places.c_str(), 1);
}

// Warns about unusable profiles in the places that the user has named, because the user would believe that a silently
// ignored profile is in use.
void warn_of_unusable_profiles(Messages &messages) {
  const char *const places = std::getenv("MPIDBG_PROFILE_PATH");
  if (places == nullptr || *places == '\0') return;
  const std::vector<std::string> &problems = mpidbg::layout::profile_collection().problems;
  if (problems.empty()) return;
  const std::size_t others = problems.size() - 1;
  messages.warning("a profile cannot be used: " + problems.front() +
                   (others == 0 ? "" : "; " + std::to_string(others) + " more: see 'mpidbg profile list'"));
}

ExitCode run(const Options &options, Messages &messages) {
  switch (options.verb) {
    case Verb::jobs:
      return run_jobs(options, messages);
    case Verb::report:
      return options.noun == mqs_shim::Noun::why ? run_why(options, messages) : run_report(options, messages);
    case Verb::diff:
      return run_diff(options, messages);
    case Verb::watch:
      return run_watch(options, messages);
    case Verb::summarize:
      return run_summarize(options, messages);
    case Verb::collect:
      return run_collect(options, messages);
    case Verb::profile_extract:
      return run_profile_extract(options, messages);
    case Verb::profile_check:
      return run_profile_check(options, messages);
    case Verb::profile_list:
      return run_profile_list(options, messages);
    case Verb::pmpi:
      return run_pmpi(options, messages);
    case Verb::capture:
      if (options.describe) return run_describe_captures(options, messages);
      if (options.core_pattern) return run_core_pattern(options, messages);
      return run_capture(options, messages);
    case Verb::plugin_check:
      return run_plugin_check(options, messages);
    case Verb::mpit:
      return run_mpit(options, messages);
    case Verb::record:
      return run_record(options, messages);
  }
  return ExitCode::failed;
}

}  // namespace

int main(int argc, char **argv) {
  // Makes write() fail if a pipe was closed. Otherwise SIGPIPE would end this program, perhaps while it holds a
  // process.
  std::signal(SIGPIPE, SIG_IGN);
  occupy_standard_descriptors();
  return_large_blocks();
  corefile::read_shrunk_files_as_zeros();
  try {
    Options options;
    if (const auto code = parse_command_line(argc, argv, options)) return static_cast<int>(*code);
    Messages messages(options.quiet);
    const bool inspects = options.verb == Verb::report || options.verb == Verb::summarize;
    const bool asks_plugin = inspects || options.verb == Verb::diff || options.verb == Verb::watch ||
                             options.verb == Verb::collect || options.verb == Verb::capture;
    if (asks_plugin) warn_of_unusable_profiles(messages);
    if (asks_plugin && !options.profile.empty()) {
      if (const auto profile = read_profile(options.profile); !profile) {
        messages.error(profile.error().message);
        return static_cast<int>(ExitCode::failed);
      }
      prefer_profile(options.profile);
    }
    const bool has_default =
        inspects || options.verb == Verb::watch || options.verb == Verb::pmpi || options.verb == Verb::capture;
    if (options.targets.empty() && !is_on_nodes(options) && has_default && !options.core_pattern) {
      auto targets = default_targets(messages);
      if (!targets) {
        messages.error(targets.error().message);
        return static_cast<int>(code_without_target(targets.error()));
      }
      options.targets = std::move(*targets);
    }
    const ExitCode code = run(options, messages);
    if (!corefile::has_shrunk_file()) return static_cast<int>(code);
    messages.warning(
        "a program, library or core file became shorter while it was being read; the answer may lack what it "
        "contained");
    return static_cast<int>(worse(code, ExitCode::not_enough));
  } catch (const std::bad_alloc &) {
    std::fputs("mpidbg: out of memory\n", stderr);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "mpidbg: %s\n", error.what());
  }
  return static_cast<int>(ExitCode::failed);
}
