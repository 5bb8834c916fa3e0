// Writes what is installed with the command and follows from its options: a manual page for each command, and the
// completion for fish.
//
//   write_manual MPIDBG.1 DIRECTORY

#include <cstdio>
#include <fstream>
#include <iterator>

#include "corefile/command/manual/command_page.h"
#include "corefile/command/manual/fish_completion.h"
#include "corefile/command/other_options.h"
#include "corefile/command/report_options.h"

namespace {

bool write(const std::string &path, const std::string &text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return bool(file.flush());
}

void add_help_and_version(CLI::App &command) {
  command.set_help_flag("-h,--help", "Print this help");
  command.set_version_flag("-V,--version", "", "Print the version");
  for (CLI::App *verb : command.get_subcommands(nullptr)) add_help_and_version(*verb);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fputs("usage: write_manual MPIDBG.1 DIRECTORY\n", stderr);
    return 2;
  }
  const std::string page = argv[1], directory = argv[2];
  std::ifstream file(page, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const command::ManualSource source = command::ManualSource::read(text);
  if (source.product != "mpidbg " MPIDBG_VERSION) {
    std::fprintf(stderr, "%s: it is the page of '%s', and this is mpidbg " MPIDBG_VERSION "\n", page.c_str(),
                 source.product.c_str());
    return 1;
  }
  command::Options options;
  command::ReportWords words;
  CLI::App app("", "mpidbg");
  command::first_command.add(app, options);
  command::add_reports(app, options, words, "");
  for (const command::OtherCommand &other : command::other_commands()) other.add(app, options);
  add_help_and_version(app);
  bool is_written = write(directory + "/mpidbg.fish", command::fish_completion(app));
  for (const CLI::App *command : app.get_subcommands(nullptr)) {
    if (command->get_group().empty()) continue;  // not for users
    is_written = write(directory + "/mpidbg-" + command->get_name() + ".1", command::command_page(*command, source)) &&
                 is_written;
  }
  if (!is_written) std::fprintf(stderr, "%s: cannot be written\n", directory.c_str());
  return is_written ? 0 : 1;
}
