#include "corefile/command/words/shared_options.h"

#include <filesystem>

#include "corefile/launch/launch_plan.h"
#include "corefile/launch/node_names.h"
#include "mpidbg/base/whole_number.h"

namespace command {

using namespace headings;

std::string check_directory(const std::string &path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return "";
  return std::filesystem::exists(path, error) ? "'" + path + "' is not a directory"
                                              : "there is no directory '" + path + "'";
}

void add_output_options(CLI::App &app, Options &options) {
  app.add_option("-o,--output", options.output, "Write to FILE instead of stdout")
      ->type_name("FILE")
      ->check([](const std::string &file) { return file.empty() ? "the name of the file is empty" : ""; });
  app.add_flag("-q,--quiet", options.quiet, "No warnings and no progress on stderr");
  app.add_flag("-v,--verbose", options.render.verbose, "Show more");
}

void add_target_options(CLI::App &app, Options &options) {
  app.add_option("--exe", options.open.executable, "The executable, instead of the one that the process names")
      ->type_name("FILE")
      ->group(files);
  app.add_option("--sysroot", options.open.sysroot, "Look for the process's files below DIR")
      ->type_name("DIR")
      ->group(files)
      ->check(check_directory, "");
  app.add_option_function<std::vector<std::string>>(
         "--debug-dir",
         [&options](const std::vector<std::string> &directories) { options.open.debug_directories = directories; },
         "Where separate debug files are (default: /usr/lib/debug); may be repeated")
      ->type_name("DIR")
      ->group(files)
      ->expected(1)
      ->allow_extra_args(false)
      ->check(check_directory, "")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_rank_option(CLI::App &app, Options &options) {
  const auto parse = [&options](const std::string &text) {
    auto ranks = mqs_shim::RankSet::parse(text);
    if (!ranks) return ranks.error().message;
    options.render.ranks = std::move(*ranks);
    return std::string();
  };
  const auto keep_nothing = [](const std::string &) {};
  app.add_option_function<std::string>("--rank", keep_nothing, "Only these ranks of MPI_COMM_WORLD, as in 0-3,7")
      ->type_name("RANKS")
      ->group(headings::select)
      ->check(parse, "");
}

void add_jobs_option(CLI::App &app, Options &options) {
  constexpr unsigned most = 1024;
  app.add_option("--jobs", options.jobs, "How many targets to look at at once (default: as many as processors)")
      ->type_name("N")
      ->check(
          [](const std::string &text) {
            const auto number = mpidbg::whole_number<unsigned>(text);
            return number && *number >= 1 && *number <= most ? "" : "not a number from 1 to 1024: '" + text + "'";
          },
          "");
}

void add_profile_option(CLI::App &app, Options &options) {
  app.add_option("--profile", options.profile, "Struct layouts to use before the known ones")
      ->type_name("FILE")
      ->group(headings::files);
}

void add_color_option(CLI::App &app, Options &options) {
  const auto check = [](const std::string &when) {
    return when == "auto" || when == "always" || when == "never" ? "" : "not auto, always or never: '" + when + "'";
  };
  app.add_option("--color", options.color, "auto, always or never (default: auto)")
      ->type_name("WHEN")
      ->check(check, "");
}

void add_timeout_option(CLI::App &app, Options &options) {
  constexpr int longest = 24 * 60 * 60;
  app.add_option("--timeout", options.timeout, "How long the nodes have to answer (default: 30)")
      ->type_name("SECONDS")
      ->group(nodes)
      ->check(
          [](const std::string &text) {
            const auto seconds = mpidbg::whole_number<int>(text);
            return seconds && *seconds > 0 && *seconds <= longest
                       ? std::string()
                       : "not a number of seconds from 1 to " + std::to_string(longest) + " (a day): '" + text + "'";
          },
          "");
}

void add_node_options(CLI::App &app, Options &options) {
  app.add_option(
         "--launcher", options.launcher,
         "Look at a job on several nodes; what starts mpidbg on them: auto, slurm[:JOB[.STEP]], mpirun[:HOSTFILE], "
         "hydra[:HOSTFILE], ssh:NODES, clush:NODES, or a command with %h for the node")
      ->type_name("LAUNCHER")
      ->group(nodes)
      ->check(
          [](const std::string &word) {
            const auto launcher = corefile::parse_launcher(word);
            return launcher ? std::string() : launcher.error().message;
          },
          "");
  app.add_option("--nodes", options.nodes, "The nodes for a command with %h, mpirun or hydra, as in n[1-4,7],login1")
      ->type_name("NODES")
      ->group(nodes)
      ->check(
          [](const std::string &text) {
            const auto expanded = corefile::expand_nodes(text);
            return expanded ? std::string() : expanded.error().message;
          },
          "");
  add_timeout_option(app, options);
  app.add_option("--remote", options.remote, "The mpidbg on the nodes (default: the path of this one)")
      ->type_name("PATH")
      ->group(nodes);
}

void add_plugin_options(CLI::App &app, Options &options) {
  app.add_option("--plugin", options.plugin.plugin,
                 "The debug plugin to ask; 'vendor': the one that the MPI library names")
      ->type_name("PATH")
      ->group(files);
  app.add_option("--plugin-safe-path", options.plugin.safe_path,
                 "A directory whose plugins may be loaded because a process names them; may be repeated")
      ->type_name("DIR")
      ->group(files)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace command
