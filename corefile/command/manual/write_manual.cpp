// Writes the manual pages and the completion for fish, from the texts in a directory and the options of the command.
// Usage: write_manual TEXTS DIRECTORY

#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>

#include "corefile/command/manual/fish_completion.h"
#include "corefile/command/manual/manual_pages.h"
#include "corefile/command/words/other_options.h"
#include "corefile/command/words/report_options.h"

namespace {

std::optional<std::string> read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

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
    std::fputs("usage: write_manual TEXTS DIRECTORY\n", stderr);
    return 2;
  }
  const std::string texts = argv[1], directory = argv[2];
  const auto page = read(texts + "/mpidbg.md"), proof = read(texts + "/proof.md");
  if (!page || !proof) {
    std::fprintf(stderr, "%s: mpidbg.md or proof.md cannot be read\n", texts.c_str());
    return 1;
  }
  const command::ManualSource source = command::ManualSource::read(*page);
  const command::PageHeading heading{MPIDBG_RELEASE_DATE, "mpidbg " MPIDBG_VERSION};
  command::Options options;
  command::ReportWords words;
  CLI::App app("", "mpidbg");
  command::add_command(app, options, command::first_command);
  command::add_reports(app, options, words, "");
  for (const command::OtherCommand &other : command::other_commands()) command::add_command(app, options, other);
  add_help_and_version(app);
  bool is_written = write(directory + "/mpidbg.fish", command::fish_completion(app)) &&
                    write(directory + "/mpidbg.1", command::main_page(app, source, heading)) &&
                    write(directory + "/mpidbg-why.7", command::topic_page(*proof, heading));
  for (const CLI::App *command : command::visible_commands(app)) {
    const std::string path = directory + "/mpidbg-" + command->get_name() + ".1";
    is_written = write(path, command::command_page(*command, source, heading)) && is_written;
  }
  if (!is_written) std::fprintf(stderr, "%s: cannot be written\n", directory.c_str());
  return is_written ? 0 : 1;
}
