#pragma once
// mpidbg.1 as the source of the pages of the commands: its heading, and what it says of each command.

#include <string>
#include <string_view>
#include <vector>

namespace command {

// A paragraph of the section COMMANDS.
struct CommandText {
  std::vector<std::string> commands;  // that its tag names, or words of these: "profile", "extract"
  std::string tag, text;              // as in the source
  std::string exit_status;            // what comes after the comment `.\" EXIT STATUS`: a section on the page
};

struct ManualSource {
  std::string date, product;  // "2026-11-22", "mpidbg 0.1.0"
  std::vector<CommandText> commands;
  std::string exit_status;  // the section

  static ManualSource read(std::string_view page);
};

}  // namespace command
